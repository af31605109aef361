// Runs before the first paint, so that neither colours nor language flash, and sends the page's first requests. A separate file because of the strict CSP.
{
  // Missing on plain http, as in a school's own network, and on older phones; a blob URL contains an equally random id.
  if (window.crypto && !crypto.randomUUID) {
    crypto.randomUUID = () => {
      const blob = URL.createObjectURL(new Blob());
      URL.revokeObjectURL(blob);
      return blob.slice(-36);
    };
  }
  // Newer than the phones and the Windows 7 browsers that learners and schools still have.
  const add = (owner, methods) => {
    for (const [name, value] of Object.entries(methods))
      if (!owner[name]) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  };
  const at = function (index) {
    const place = Math.trunc(index) || 0;
    return this[place < 0 ? this.length + place : place];
  };
  add(String.prototype, { at });
  add(Object, { hasOwn: (object, key) => Object.prototype.hasOwnProperty.call(object, key) });
  add(Array.prototype, {
    at,
    findLastIndex(test, self) {
      let index = this.length - 1;
      while (index >= 0 && !test.call(self, this[index], index, this)) index -= 1;
      return index;
    },
    findLast(test, self) {
      return this[this.findLastIndex(test, self)];
    },
    toSorted(compare) {
      return [...this].sort(compare);
    },
    toReversed() {
      return [...this].reverse();
    },
  });
}

{
  const root = document.documentElement;
  const cookies = document.cookie;
  const cookie = (name) => decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookies)?.[1] ?? '');
  // What the server would refuse (src/app/session.ts).
  let refused = [];
  try {
    refused = (localStorage.getItem('refused') ?? '').split(' ');
    const mode = localStorage.getItem('mode') || 'auto';
    const dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = localStorage.getItem('theme') || localStorage.getItem('school-theme') || 'blue';
    root.dataset.mode = dark ? 'dark' : 'light';
    root.lang = localStorage.getItem('language') || cookie('Language') || root.lang;
  } catch {
    // Storage may be forbidden; the defaults apply.
  }
  // Errors until src/areas/error-reports.ts is loaded, which takes them.
  window.earlyErrors = [];
  for (const name of ['error', 'unhandledrejection'])
    addEventListener(name, (event) => window.earlyErrors.length < 5 && window.earlyErrors.push(event));
  // An app that did not arrive, or ended with an error it could not show, leaves its place as it was or empty. Then this says so, and
  // loads the page anew once the server answers, ever more rarely, as often as may help.
  const mostRestarts = 6;
  const countRestarts = (count) => {
    try {
      if (count !== undefined) sessionStorage.setItem('restarts', count);
      return Number(sessionStorage.getItem('restarts'));
    } catch {
      return mostRestarts; // Storage may be forbidden.
    }
  };
  const restartAfter = (waitMs) => {
    const askAgain = () => restartAfter(Math.min(waitMs * 2, 30_000));
    const ask = () =>
      fetch('/web-api/open/config?json=1', { cache: 'no-store' }).then(({ status }) => {
        if (status >= 500) return askAgain();
        if (countRestarts() >= mostRestarts) return undefined;
        countRestarts(countRestarts() + 1);
        return location.reload();
      }, askAgain);
    setTimeout(ask, waitMs);
  };
  const isMissing = (app) => app && (!app.firstElementChild || app.querySelector('.splash[aria-label]'));
  let isRestarting = false;
  const restartIfMissing = () => {
    const app = document.getElementById('root');
    if (isRestarting) return;
    if (!isMissing(app)) return void countRestarts(0);
    isRestarting = true;
    const place = app.querySelector('.splash') ?? app.appendChild(document.createElement('div'));
    place.className = '';
    place.setAttribute('role', 'alert');
    place.style.cssText = 'padding: 40vh 20px; text-align: center';
    place.textContent = '页面加载不完整，正在重新加载 · Loading the page again';
    const button = place.appendChild(document.createElement('button'));
    button.textContent = '↻';
    button.setAttribute('aria-label', '重新加载 · Reload');
    button.style.cssText = 'display: block; margin: 16px auto; min-width: 44px; min-height: 44px';
    button.onclick = () => location.reload();
    restartAfter(1000 * 2 ** countRestarts());
  };
  const startsWithinMs = 3000;
  for (const name of ['load', 'error'])
    addEventListener(name, () => {
      if (document.readyState === 'complete') setTimeout(restartIfMissing, startsWithinMs);
    });
  // The first requests of a page, sent while its scripts are still loading. The app takes each response once (src/api/early-answers.ts).
  const early = document.querySelector('meta[name="early"]')?.content.split(' ') ?? [];
  const paths = early.filter((path) => !refused.includes(path));
  // As shared/src/kit/dates/device-time-zone.ts, which says why.
  const timeZone = window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const headers = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    Language: root.lang,
    RefererPage: location.pathname + location.search,
    TimeZone: timeZone,
  };
  for (const name of ['Authorization', 'Open-Id', 'client-id']) if (cookie(name)) headers[name] = cookie(name);
  window.early = {};
  const urlOf = (path) => `/web-api${path}${path.includes('?') ? '&' : '?'}json=1`;
  for (const { dataset, textContent } of document.querySelectorAll('script[data-answer]'))
    window.early[urlOf(dataset.answer)] = Promise.resolve(
      new Response(textContent, { headers: { 'Content-Type': 'application/json' } }),
    );
  for (const path of paths) {
    const url = urlOf(path);
    window.early[url] = fetch(url, { headers, credentials: 'same-origin' });
    // Read to its end even when nobody takes it, so that its connection is freed; on failure the app reports it or sends the request again.
    window.early[url].then((reply) => reply.clone().text()).catch(() => {});
  }
  // The first formatter of a page costs a slow phone 60 ms: spent while its scripts are on their way, not while it renders.
  setTimeout(() => new Intl.NumberFormat());
  // A page left open fetches again: by then these responses are out of date.
  setTimeout(() => delete window.early, 15000);
}
