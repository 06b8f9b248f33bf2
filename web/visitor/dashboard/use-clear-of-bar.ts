import { useLayoutEffect, type RefObject } from 'react'

const GAP = 8

/** Places the popup above the bar, or below it if there is more room. */
export function useClearOfBar(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => keepClear(popup.current!)
    place()
    const main = document.querySelector('main')!
    // The bar appears with the times and grows with its text.
    const changes = new MutationObserver(place)
    changes.observe(main, { childList: true, subtree: true })
    const sizes = new ResizeObserver(place)
    sizes.observe(main)
    addEventListener('resize', place)
    addEventListener('scroll', place, { passive: true })
    return () => {
      changes.disconnect()
      sizes.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place)
    }
  }, [popup])
}

function keepClear(popup: HTMLElement) {
  const { style } = popup
  style.bottom = style.maxHeight = ''
  const bar = document.querySelector('.action-bar')?.getBoundingClientRect()
  if (!bar || bar.top >= innerHeight) return
  const usual = popup.getBoundingClientRect()
  if (usual.top >= bar.bottom || usual.left >= bar.right) return
  const nav = document.querySelector('.visitor__nav')?.getBoundingClientRect()
  const top = nav && nav.bottom < bar.top ? Math.max(nav.bottom, 0) : 0
  const [above, below] = [bar.top - top - 2 * GAP, usual.bottom - bar.bottom - GAP]
  const most = parseFloat(getComputedStyle(popup).maxHeight)
  style.maxHeight = `${Math.min(most, Math.max(above, below))}px`
  if (below > above) return
  style.bottom = '0'
  style.bottom = `${popup.getBoundingClientRect().bottom - bar.top + GAP}px`
}
