// Tells old browsers and a page whose scripts are missing. For every browser, so in the syntax of ES5.
// web/vite/layers.ts adds it to the page as it is.
;(function () {
  var isWall = /^\/display(\/|$)/.test(location.pathname)
  var supports = window.CSS && CSS.supports
  // The newest features that the app needs, and their first versions.
  var isKnown = isWall
    ? supports && [].at // Chromium 92
    : supports &&
      CSS.supports('height: 1dvh') && // Chrome 108
      'inert' in document.body && // Firefox 112
      matchMedia('(width >= 1px)').matches // Safari 16.4
  if (!isKnown)
    document.body.textContent = isWall
      ? '이 화면을 표시하려면 Chromium 92 이상의 브라우저가 필요합니다.'
      : '이 서비스를 이용하려면 Safari 16.4, Chrome 109, Firefox 115, 삼성 인터넷 21 이상의 브라우저가 필요합니다.'
  else {
    if (isWall && !(window.CSSLayerBlockRule && matchMedia('(width >= 1px)').matches)) {
      var link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = document.currentScript.getAttribute('data-walls')
      document.head.appendChild(link)
    }
    // The app draws soon after the load, unless one of its first scripts did not arrive.
    addEventListener('load', function () {
      setTimeout(offerReload, 3000)
    })
    setTimeout(offerReload, 20000)
  }

  // The app replaces it, should it only be slow.
  function offerReload() {
    var app = document.getElementById('app')
    if (app.firstChild) return
    var text = document.createElement('p')
    text.textContent = '화면을 불러오지 못했습니다. 네트워크를 확인해주세요.'
    var button = document.createElement('button')
    button.textContent = '다시 시도'
    button.className = 'button'
    button.addEventListener('click', function () {
      location.reload()
    })
    var box = document.createElement('div')
    box.style.cssText =
      'display: grid; gap: 16px; justify-items: center; padding: 25vh 16px; text-align: center'
    box.appendChild(text)
    box.appendChild(button)
    app.appendChild(box)
    if (isWall)
      setInterval(function () {
        if (button.isConnected) reloadWhenReachable()
      }, 20000)
  }

  // Offline, a reload would replace the page with the browser's error.
  function reloadWhenReachable() {
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      function (answer) {
        return answer.ok && location.reload()
      },
      function () {},
    )
  }
})()
