// For every browser, so in the syntax of ES5. web/vite/layers.ts adds it to the page as it is.
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
  else if (isWall && !(window.CSSLayerBlockRule && matchMedia('(width >= 1px)').matches)) {
    var link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = document.currentScript.getAttribute('data-walls')
    document.head.appendChild(link)
  }
})()
