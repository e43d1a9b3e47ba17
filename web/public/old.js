/* Language of 2009: why, index.html says. */
(function () {
  var cannot = !('noModule' in document.createElement('script'));

  function tell() {
    var place = document.getElementById('parlour');
    var words = document.createElement('div');
    if (!place || place.firstChild) return;
    words.innerHTML = document.querySelector('noscript').textContent;
    var wanted = (navigator.language || 'en').slice(0, 2);
    var said = words.querySelector('[lang="' + wanted + '"]') || words.querySelector('[lang="en"]');
    place.appendChild(said);
  }

  window.addEventListener('error', function (event) {
    if (/SyntaxError/.test(event.message)) cannot = true;
    if (cannot && document.readyState === 'complete') tell();
  });
  window.addEventListener('load', function () {
    if (cannot) tell();
  });
})();
