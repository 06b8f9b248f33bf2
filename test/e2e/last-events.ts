import type { Page, TestInfo } from '@playwright/test'

/** How many events are kept: those of the last few presses. */
const KEPT = 40

/** Notes in the page which inputs reached what, where that stood, and which dialogs came and went. */
const NOTE_EVENTS = `(() => {
  const notes = (window.lastEvents = [])
  const nameOf = (target) => target instanceof Element
    ? target.tagName.toLowerCase() + ' "' + target.textContent.trim().slice(0, 30) + '" at '
      + Math.round(target.getBoundingClientRect().top)
    : 'the page'
  const note = (event) => {
    notes.push(Math.round(event.timeStamp) + ' ms: ' + event.type + ' ' + (event.key ?? '') + ' ' + nameOf(event.target)
      + ', scrolled by ' + Math.round(scrollY))
    if (notes.length > ${KEPT}) notes.shift()
  }
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'popstate', 'toggle', 'close', 'scrollend'])
    addEventListener(type, note, { capture: true, passive: true })
})()`

/** Has the page keep its last events, and attaches them to a test that fails. A press that was lost leaves nothing else. */
export async function withLastEvents(page: Page, info: TestInfo, use: () => Promise<void>) {
  await page.addInitScript(NOTE_EVENTS)
  await use()
  if (info.status === info.expectedStatus || page.isClosed()) return
  // The newest first: a report ends an attachment after three hundred letters.
  const body = await page.evaluate<string>(`(window.lastEvents ?? []).reverse().join('\\n')`).catch(String)
  await info.attach('last events of the page, the newest first', { body, contentType: 'text/plain' })
}
