// A page that hangs on a wall or is thrown by a projector renews itself: it is asked again every few seconds, and what has
// changed takes the place of what is shown. Nothing moves while nothing has changed.
const EVERY = 10_000; // milliseconds
const note = document.getElementById("renewed");
const main = document.getElementById("main");

async function renew() {
  if (document.visibilityState === "visible" && main && note) {
    let fresh = null;
    try {
      const answer = await fetch(location.href, { signal: AbortSignal.timeout(EVERY) });
      if (answer.ok) fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("standing");
    } catch {} // no network, or a server that is starting again
    const shown = document.getElementById("standing");
    if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
    const text = fresh ? note.dataset.renews : note.dataset.waits;
    if (note.textContent !== text) note.textContent = text ?? "";
    note.classList.toggle("error", !fresh);
  }
  setTimeout(renew, EVERY);
}

if (note) note.textContent = note.dataset.renews ?? "";
setTimeout(renew, EVERY);
