// Keeps the page on the device, so that a reload does not need clockd. It keeps no data, and it
// needs a certificate that the device trusts; without it the page works as well.
const build = "dd22c07ee2f5";
const files = ["/a/chunk-JT7SMY64.js","/a/clockd-I7EITLM2.js","/a/clockd-XKHXJ4LP.css","/a/de-VBBPTT5Z.js","/a/enrol-33M545IQ.js"];
const patience = 1500;

addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(build);
    await cache.addAll(["/", ...files]);
    await skipWaiting();
  };
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== build) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(clean());
});

// The document as it is now, or as it was when nobody answers.
async function document(request) {
  const asked = fetch(request);
  const late = new Promise((_, failed) => setTimeout(failed, patience));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return (await caches.match("/")) ?? asked;
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname.startsWith("/board/"))
    event.respondWith(document(request));
  else if (files.includes(pathname))
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
});
