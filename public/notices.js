// Shows what the shop sends to this browser. Its scope holds no page: pages are fetched as if it were not there.
// A browser wants to see something for each: the least is where it comes from.
function said(data) {
  try {
    return data.json();
  } catch {
    return { title: location.host, url: location.origin };
  }
}

addEventListener('push', (event) => {
  const { title, body, url, language, tag } = said(event.data);
  const shown = { body, tag, lang: language, icon: '/apple-touch-icon.png', data: url };
  event.waitUntil(registration.showNotification(title, shown));
});

async function open(url) {
  if (new URL(url, location.origin).origin !== location.origin) return;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => one.url === url);
  await (page ? page.focus() : clients.openWindow(url));
}

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
