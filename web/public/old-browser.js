// Runs only where the app cannot: in browsers without modules. Written for them, so without anything newer than 2009.
(function () {
  var texts = {
    'zh-CN': '当前浏览器版本过旧，无法打开本页面。请升级浏览器，或换用新版的 Chrome、Edge、Safari。',
    'zh-TW': '目前的瀏覽器版本過舊，無法開啟本頁面。請升級瀏覽器，或改用新版的 Chrome、Edge、Safari。',
    en: 'This browser is too old for this page. Please update it, or use a current Chrome, Edge or Safari.',
  };
  var place = document.getElementById('root');
  var text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.style.padding = '40px 20px';
  text.style.textAlign = 'center';
  text.appendChild(document.createTextNode(texts[document.documentElement.lang] || texts['zh-CN']));
  place.innerHTML = '';
  place.appendChild(text);
})();
