// Follows a game that is not over: asks for the digest of the page, and reads the page again when it changed (D-163).

const SOON = 3000; // milliseconds between two questions
const LATER = 30_000; // after QUIET questions without a change
const QUIET = 200;

/** Asks until the game is over; `renew` is called when the page has its new content.
 * @param {() => void} renew */
export function followLive(renew) {
  let unchanged = 0;
  const ask = async () => {
    const note = document.getElementById("live");
    if (!note) return;
    if (!document.hidden && !typing()) {
      try {
        unchanged = (await hasChanged(note)) ? 0 : unchanged + 1;
        if (!unchanged && (await readAgain())) renew();
      } catch {
        unchanged = QUIET; // no network: ask again later
      }
    }
    setTimeout(ask, unchanged < QUIET ? SOON : LATER);
  };
  if (document.getElementById("live")) setTimeout(ask, SOON);
}

/** A form that is being filled in must not be replaced. */
function typing() {
  return document.activeElement?.matches("select, textarea, input:not([type=range])") ?? false;
}

/** @param {HTMLElement} note */
async function hasChanged(note) {
  const answer = await fetch(note.dataset.source ?? "", { headers: { Accept: "application/json" } });
  return answer.ok && (await answer.json()).tag !== note.dataset.tag;
}

/** Puts the server's page in the place of this one. */
async function readAgain() {
  const answer = await fetch(location.pathname + location.search);
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!fresh) return false;
  const opened = [...document.querySelectorAll("details[open]")].map((one) => one.closest("[id]")?.id);
  document.querySelector("main")?.replaceWith(fresh);
  for (const id of opened) if (id) for (const one of document.querySelectorAll(`details#${id}, #${id} details`)) one.setAttribute("open", "");
  return true;
}
