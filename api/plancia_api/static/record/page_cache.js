// Keeps the page for a time without network: the worker has scripts and styles, and each page of a game since it was opened.

const PAGES = "plancia-record-pages"; // also in worker.js

/** Registers the worker, and keeps the page that is open; without a secure context there are no workers. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/record/worker.js", { scope: "/record" });
    await navigator.storage?.persist?.(); // the browser may refuse: then it deletes inputs where space runs out
    await navigator.serviceWorker.ready;
    const address = location.pathname;
    const pages = await caches.open(PAGES);
    if (!(await pages.match(address))) await pages.add(address); // the worker sees it from the second time on
  } catch {
    // the page works without: only a reload needs the network
  }
}
