// A token in the fragment of the address, as `plancia serve --lan` prints it, is put into the form. Browsers do not send
// fragments; the address loses it, so that it is in no bookmark. The person presses the button: a foreign link signs nobody in.
const field = /** @type {HTMLInputElement|null} */ (document.getElementById("token"));

function takeToken() {
  const token = location.hash.slice(1);
  if (!field || !/^plk_[\w-]+$/.test(token)) return;
  field.value = token;
  history.replaceState(null, "", location.pathname + location.search);
  document.getElementById("from-address")?.removeAttribute("hidden");
  field.form?.querySelector("button")?.focus();
}

takeToken();
addEventListener("hashchange", takeToken);
