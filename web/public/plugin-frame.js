// Runs in the frame of a plugin's page, which has no origin of its own: it loads the plugin's module and passes its calls to the
// page around it (web/src/features/system/plugins/plugin-frame.tsx). A plain script, as a frame without an origin may load no other of ours.
(function () {
  // Absolute: to the engine this script comes from elsewhere, and has no address that others could be relative to.
  var module = new URL(document.currentScript.dataset.module, location.href).href;
  // With it goes its nonce, which would let scripts run in a frame within this one.
  document.currentScript.remove();
  // A frame has no connection, and no policy of today's browsers covers this one.
  Object.getOwnPropertyNames(window)
    .filter(function (name) {
      return /RTC/.test(name);
    })
    .forEach(function (name) {
      delete window[name];
    });
  var waiting = new Map();
  var last = 0;
  var words = {};
  var root = document.createElement('div');
  document.body.append(root);

  function tell(message) {
    window.parent.postMessage(Object.assign({ kaike: 1 }, message), '*');
  }
  /** A page that cannot be shown is broken. Other errors are not counted: browsers and messengers run scripts of their own here. */
  function fail(error) {
    console.error(error);
    tell({ type: 'broken', message: String((error && error.stack) || error).slice(0, 2000) });
  }
  /** A refusal of the server: `message` is for the person. */
  function refusal(body) {
    var error = new Error(body.message);
    error.code = body.code;
    error.status = body.status;
    return error;
  }

  var api = {
    locale: '',
    dark: false,
    call: function (method, path, options) {
      last += 1;
      var id = last;
      tell({
        type: 'call',
        id: id,
        method: method,
        path: path,
        body: options && options.body,
        query: options && options.query,
      });
      return new Promise(function (resolve, reject) {
        waiting.set(id, { resolve: resolve, reject: reject });
      });
    },
    t: function (key, params) {
      return String(words[key] === undefined ? key : words[key]).replace(/\{(\w+)\}/g, function (all, name) {
        return params && params[name] !== undefined ? String(params[name]) : all;
      });
    },
    go: function (path) {
      tell({ type: 'go', path: path });
    },
    toast: function (text) {
      tell({ type: 'toast', text: String(text) });
    },
  };

  function dress(look) {
    api.dark = look.dark;
    var style = document.documentElement.style;
    style.colorScheme = look.dark ? 'dark' : 'light';
    Object.keys(look.tokens).forEach(function (name) {
      style.setProperty(name, look.tokens[name]);
    });
  }

  function begin(message) {
    words = message.words;
    api.locale = message.locale;
    document.documentElement.lang = message.locale;
    document.title = message.title;
    dress(message.look);
    new ResizeObserver(function () {
      tell({ type: 'height', value: Math.ceil(document.documentElement.getBoundingClientRect().height) });
    }).observe(document.documentElement);
    import(module)
      .then(function (loaded) {
        return loaded.mount(root, api);
      })
      .then(function () {
        tell({ type: 'shown' });
      }, fail);
  }

  window.addEventListener('message', function (event) {
    var message = event.data;
    if (event.source !== window.parent || !message || message.kaike !== 1) return;
    if (message.type === 'begin') begin(message);
    else if (message.type === 'look') dress(message.look);
    else if (message.type === 'answer') {
      var call = waiting.get(message.id);
      waiting.delete(message.id);
      if (call && message.error) call.reject(refusal(message.error));
      else if (call) call.resolve(message.value);
    }
  });
  var style = document.createElement('style');
  style.textContent =
    'html{background:transparent}body{margin:0;font:16px/1.6 var(--font,system-ui,sans-serif);color:var(--text,#1c1e26)}*{box-sizing:border-box}button,input,select,textarea{font:inherit;color:inherit}:where(input:not([type=checkbox],[type=radio]),select,textarea,button){min-height:44px;padding:8px 12px;border:1px solid var(--edge);border-radius:10px;background:var(--surface)}:where(input,textarea){max-width:100%;background:var(--field)}:where(button){cursor:pointer;font-weight:600}:focus-visible{outline:2px solid var(--primary);outline-offset:2px}@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}';
  document.head.append(style);
  tell({ type: 'ready' });
})();
