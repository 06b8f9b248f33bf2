import type { Page } from '@playwright/test'

const SMALL_TARGETS = `[...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab]')]
  .map((each) => (each.matches('.visually-hidden, [type=checkbox]') ? each.closest('label') : each) ?? each)
  .filter((each) => each.checkVisibility())
  .map((each) => ({ each, box: each.getBoundingClientRect() }))
  .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
  .map(({ each, box }) => each.textContent + ' ' + Math.round(box.width) + ' x ' + Math.round(box.height))
  .join(', ')`

/** What a thumb may miss, as a text; empty as it should be. */
export const findSmallTargets = (page: Page) => page.evaluate<string>(SMALL_TARGETS)
