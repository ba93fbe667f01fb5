// Service worker: caches the built files, serves the offline page and handles clicks on notifications.
//
// Files in /assets have a content hash in their name, so a cached copy never goes stale. Everything else comes from the
// server on every request, so a new version shows up at once. Responses of /api are never cached.

const KEPT = "worldgates-1";
const OFFLINE = ["/offline.html", "/offline.js", "/icons/icon.svg"];
// Room for about two builds: a page loaded before an update still requests its own files.
const MOST = 200;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(OFFLINE.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))),
  );
});

async function kept(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const assets = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith("/assets/"));
    await Promise.all(assets.slice(0, Math.max(0, assets.length - MOST)).map((each) => cache.delete(each)));
  }
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (request.mode === "navigate" && !/^\/(api|mail)\//.test(address.pathname))
    event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (OFFLINE.includes(address.pathname))
    event.respondWith(fetch(request).catch(() => caches.match(address.pathname)));
});

// A click on a notification opens its table: in an existing window if there is one, otherwise in a new one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/";
  event.waitUntil(
    clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
      const there = windows.find((each) => new URL(each.url).pathname === path);
      return there ? there.focus() : clients.openWindow(path);
    }),
  );
});
