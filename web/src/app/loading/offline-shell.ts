/** Lets the browser install the app and open it without a connection; does nothing where it cannot. */
export async function cacheOfflineShell(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  await navigator.serviceWorker.register('/sw.js');
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ loaded: performance.getEntriesByType('resource').map((entry) => entry.name) });
}
