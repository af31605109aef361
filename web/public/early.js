// Runs before the first paint, so that neither colours nor language flash, and sends the page's first requests. A separate file because of the strict CSP.
(function () {
  // Missing on plain http, as in a school's own network, and on older phones; a blob URL contains an equally random id.
  if (window.crypto && !crypto.randomUUID) {
    crypto.randomUUID = function () {
      var blob = URL.createObjectURL(new Blob());
      URL.revokeObjectURL(blob);
      return blob.slice(-36);
    };
  }
  // Newer than the phones and the Windows 7 browsers that learners and schools still have.
  var add = function (owner, name, method) {
    if (!owner[name]) Object.defineProperty(owner, name, { value: method, writable: true, configurable: true });
  };
  var at = function (index) {
    var place = Math.trunc(index) || 0;
    return this[place < 0 ? this.length + place : place];
  };
  add(Array.prototype, 'at', at);
  add(String.prototype, 'at', at);
  add(Array.prototype, 'findLastIndex', function (test, self) {
    for (var index = this.length - 1; index >= 0; index -= 1)
      if (test.call(self, this[index], index, this)) return index;
    return -1;
  });
  add(Array.prototype, 'findLast', function (test, self) {
    return this[this.findLastIndex(test, self)];
  });
  add(Array.prototype, 'toSorted', function (compare) {
    return Array.from(this).sort(compare);
  });
  add(Array.prototype, 'toReversed', function () {
    return Array.from(this).reverse();
  });
  add(Object, 'hasOwn', function (object, key) {
    return Object.prototype.hasOwnProperty.call(object, key);
  });
  var root = document.documentElement;
  try {
    var mode = localStorage.getItem('mode') || 'auto';
    var dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = localStorage.getItem('theme') || localStorage.getItem('school-theme') || 'blue';
    root.dataset.mode = dark ? 'dark' : 'light';
    var language = localStorage.getItem('language') || (/(?:^|; )Language=([\w-]+)/.exec(document.cookie) || [])[1];
    if (language) root.lang = language;
  } catch {
    // Storage may be forbidden; the defaults apply.
  }
  // Errors until src/areas/error-reports.ts is loaded, which takes them.
  var errors = (window.earlyErrors = []);
  ['error', 'unhandledrejection'].forEach(function (name) {
    addEventListener(name, function (event) {
      if (errors.length < 5) errors.push(event);
    });
  });
  // The first requests of a page, sent while its scripts are still loading. The app takes each response once (src/api/early-answers.ts).
  var early = document.querySelector('meta[name="early"]');
  if (!early) return;
  var cookie = function (name) {
    var match = document.cookie.split('; ').find(function (pair) {
      return pair.indexOf(name + '=') === 0;
    });
    return match ? decodeURIComponent(match.slice(name.length + 1)) : '';
  };
  var headers = {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    Language: root.lang,
    RefererPage: location.pathname + location.search,
    TimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  ['Authorization', 'Open-Id', 'client-id'].forEach(function (name) {
    if (cookie(name)) headers[name] = cookie(name);
  });
  window.early = {};
  early.content.split(' ').forEach(function (path) {
    var url = '/web-api' + path + '?json=1';
    var answer = fetch(url, { headers: headers, credentials: 'same-origin' });
    // Read to its end even when nobody takes it, so that its connection is freed; on failure the app reports it or sends the request again.
    answer
      .then(function (reply) {
        return reply.clone().text();
      })
      .catch(function () {});
    window.early[url] = answer;
  });
  // A page left open fetches again: by then these responses are out of date.
  setTimeout(function () {
    delete window.early;
  }, 15000);
})();
