// A form with files whose token is typed into it: the server takes a large body only of who has signed in, so the token is
// sent first. Where it is not valid the form goes without its files, and comes back saying so.
const token = /** @type {HTMLInputElement|null} */ (document.getElementById("token"));
const form = token && token.form;

/** @param {SubmitEvent} event */
async function signInFirst(event) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[type="file"]'));
  const files = [...fields].filter((one) => one.value);
  if (!token || !form || !token.value || !files.length) return;
  event.preventDefault();
  try {
    const body = new URLSearchParams({ token: token.value, next: "/" });
    const answer = await fetch("/sign-in", { method: "POST", body, redirect: "manual" });
    if (answer.status === 401) for (const file of files) file.disabled = true;
  } finally {
    form.submit();
  }
}

if (form) form.addEventListener("submit", signInFirst);
