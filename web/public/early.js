// Runs before the first paint, so that neither colours nor language flash. Kept out of the page for the strict CSP.
(function () {
  var root = document.documentElement;
  try {
    var mode = localStorage.getItem('mode') || 'auto';
    var dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = localStorage.getItem('theme') || 'blue';
    root.dataset.mode = dark ? 'dark' : 'light';
    var language = localStorage.getItem('language');
    if (language) root.lang = language;
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
})();
