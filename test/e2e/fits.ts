import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectContrast, test } from './fixtures.ts'
import { DESK, PHONE, SMALL } from './widths.ts'

// Each script below runs in the page and answers its findings as a text; an empty text is as it should be.

/** Targets that a thumb may miss. On a phone nine page numbers share a line: as high as a thumb, and less wide. */
const SMALL_TARGETS = `[...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab]')]
  .map((each) => (each.matches('.visually-hidden, [type=checkbox], [type=radio]') ? each.closest('label') : each) ?? each)
  .filter((each) => each.checkVisibility())
  .map((each) => ({ each, box: each.getBoundingClientRect() }))
  .filter(({ each, box }) => box.width < (each.matches('.pager__page') ? 35.5 : 43.5) || box.height < 43.5)
  .map(({ each, box }) => each.textContent + ' ' + Math.round(box.width) + ' x ' + Math.round(box.height))
  .join(', ')`

/** Fields whose frame has a contrast of less than 3 to 1 with their background. */
const FAINT_FRAMES = `[...document.querySelectorAll('input, select, textarea')]
  .filter((each) => each.checkVisibility() && !each.matches('[type=radio], [type=checkbox]'))
  .filter((each) => {
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0)
    const { borderTopColor, backgroundColor } = getComputedStyle(each)
    const [dark, bright] = [light(borderTopColor), light(backgroundColor)].sort((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05) < 3
  })
  .map((each) => each.name)
  .join(', ')`

/** Texts that are cut off, or overflow their container; a name and a preview of a reason may end in dots. */
const LOST_TEXTS = `[...document.querySelectorAll('body *')]
  .filter((each) => !each.closest('.visually-hidden, svg, option') && each.checkVisibility())
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((each) => {
    if (each.matches('.visitor__label[data-name], .two-lines')) return false
    const style = getComputedStyle(each)
    if (style.position === 'absolute') return false
    if (style.overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1) return true
    const range = document.createRange()
    range.selectNodeContents(each)
    const holder = each.closest('button, a, p, li, dd, dt, h1, h2, label, article, header') ?? each
    const { left, right } = holder.getBoundingClientRect()
    return [...range.getClientRects()].some((line) => line.left < left - 1 || line.right > right + 1)
  })
  .map((each) => each.textContent)
  .join(', ')`

/** Labels of the navigation, and times of today's tickets, that are broken into two lines. */
const BROKEN_LABELS = `[...document.querySelectorAll('.visitor__label, .today .ticket__time')]
  .filter((each) => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
  })
  .map((each) => each.textContent)
  .join(', ')`

/** Chosen times that are joined to a time that is not beside them, or not joined to one that is. */
const BROKEN_RANGES = `[...document.querySelectorAll('.slot[data-joined]')]
  .filter((each) => {
    const isJoined = getComputedStyle(each, '::after').content !== 'none'
    return isJoined !== (each.nextElementSibling.offsetTop === each.offsetTop)
  })
  .map((each) => each.textContent)
  .join(', ')`

const SIDEWAYS = `document.documentElement.scrollWidth > document.documentElement.clientWidth
  ? 'scrolls sideways by ' + (document.documentElement.scrollWidth - document.documentElement.clientWidth) : ''`

async function expectNone(page: Page, ...finders: string[]) {
  const findings = `[${finders.join(',')}].filter((each) => each !== '')`
  // After a change of width the screen measures itself anew.
  await expect.poll(() => page.evaluate<string[]>(findings)).toEqual([])
}

/** Looks at a screen at every width, and goes back to its own. */
async function atEachWidth(page: Page, screen: string, look: (width: number) => Promise<void>) {
  const own = page.viewportSize()!
  for (const { viewport } of [SMALL, DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await test.step(`${screen}, ${viewport.width} pixels wide`, () => look(viewport.width))
  }
  await page.setViewportSize(own)
}

async function expectReadableInTheDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await expectNone(page, FAINT_FRAMES)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** axe finds nothing, nothing sticks out sideways, each field has a frame, and a thumb misses nothing. */
export async function expectFits(page: Page, screen: string) {
  await expectAccessible(page)
  await test.step(`${screen}, in the dark`, () => expectReadableInTheDark(page))
  await atEachWidth(page, screen, (width) =>
    // With a mouse, a link inside a sentence may be as low as its line.
    expectNone(page, SIDEWAYS, FAINT_FRAMES, ...(width < DESK.viewport.width ? [SMALL_TARGETS] : [])),
  )
}

/** At twice the text size nothing is lost, and nothing sticks out sideways. */
export async function expectFitsEnlarged(page: Page, screen: string) {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  await atEachWidth(page, `${screen}, enlarged`, () =>
    expectNone(page, SIDEWAYS, LOST_TEXTS, BROKEN_LABELS, BROKEN_RANGES),
  )
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
}
