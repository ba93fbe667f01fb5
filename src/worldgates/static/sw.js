// What the page leaves in a browser: its files, a page for when there is no network, and the way back from a notification.
//
// Files in /assets are named by what is in them: what is kept under a name is right for ever. Everything else is asked of
// the server each time, so a new version is there as soon as the server has it. What /api says is never kept.

const KEPT = "worldgates-1";
const OFFLINE = ["/offline.html", "/offline.js", "/icons/icon.svg"];
// Two builds and some: a page from before an update may still ask for its own.
const MOST = 200;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(OFFLINE.map((path) => new Request(path, { cache: "reload" })))).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))));
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
  else if (request.mode === "navigate" && !/^\/(api|mail)\//.test(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match("/offline.html")));
  else if (OFFLINE.includes(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match(address.pathname)));
});

// A notification leads to its table: in a window that is there already, or in a new one.
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
