// Service worker of the recording pages: answers from the network, and without one from what it kept.
// The server puts VERSION, the digest of all assets, and ASSETS, their addresses, before this text.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const PAGES = "plancia-record-pages";
const KEPT = `plancia-record-${VERSION}`;
const PATIENCE = 5_000; // milliseconds; a network that is there but does not answer counts as none
const MOST_PAGES = 30;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request, url));
  else if (ASSETS.includes(url.pathname)) event.respondWith(asset(event.request, url));
});

async function install() {
  const kept = await caches.open(KEPT);
  await kept.addAll(ASSETS.map((path) => new Request(path, { cache: "reload" })));
  await worker.skipWaiting();
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith("plancia-record-"));
  await Promise.all(names.filter((name) => name !== KEPT && name !== PAGES).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The answer of the network if it comes in time. @param {Request} request @returns {Promise<Response>} */
async function patiently(request) {
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("timeout")), PATIENCE));
  return Promise.race([fetch(request), late]);
}

/** @param {Request} request @param {URL} url @returns {Promise<Response>} */
async function page(request, url) {
  const pages = await caches.open(PAGES);
  try {
    const answer = await patiently(request);
    if (answer.status === 401 || answer.status === 403) await caches.delete(PAGES); // signed out: nothing private stays
    else if (answer.ok && !answer.redirected) await keep(pages, url.pathname, answer.clone());
    return answer;
  } catch {
    return (await pages.match(url.pathname)) ?? (await caches.match("/record/offline")) ?? Response.error();
  }
}

/** @param {Cache} pages @param {string} path @param {Response} answer */
async function keep(pages, path, answer) {
  await pages.delete(path); // the newest is last
  await pages.put(path, answer);
  const paths = await pages.keys();
  await Promise.all(paths.slice(0, -MOST_PAGES).map((old) => pages.delete(old)));
}

/** @param {Request} request @param {URL} url */
async function asset(request, url) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await patiently(request);
    if (answer.status === 200) await kept.put(url.pathname, answer.clone());
    return answer.ok || answer.status === 304 ? answer : ((await kept.match(url.pathname)) ?? answer);
  } catch (error) {
    const answer = await kept.match(url.pathname);
    if (!answer) throw error;
    return answer;
  }
}
