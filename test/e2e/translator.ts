import type { BrowserContext } from '@playwright/test'

/** A browser's translator: each text gets elements of its own, and later ones too. */
const TRANSLATOR = `{
  const KEPT = /^(?:FONT|NOSCRIPT|SCRIPT|STYLE|TEXTAREA|TITLE)$/
  const wrap = (text) => {
    const { parentElement: parent, nodeValue } = text
    if (!parent || !/\\S/.test(nodeValue) || KEPT.test(parent.nodeName)) return
    if (parent.closest('[translate=no]')) return
    const outer = document.createElement('font')
    outer.append(Object.assign(document.createElement('font'), { textContent: nodeValue }))
    text.replaceWith(outer)
  }
  const wrapAll = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(wrap)
  }
  addEventListener('DOMContentLoaded', () => {
    wrapAll(document.body)
    const watch = (changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrapAll(node)
    }
    new MutationObserver(watch).observe(document.body, { childList: true, subtree: true })
  })
}`

/** From the next page on. */
export const translatePages = (context: BrowserContext) => context.addInitScript(TRANSLATOR)
