// In pixels; speed per frame.
const EDGE = 48
const FASTEST = 14

/** Distance per frame, larger near an edge. */
export function scrollStep(at: number, from: number, until: number): number {
  const near =
    Math.min(Math.max(from + EDGE - at, 0), EDGE) - Math.min(Math.max(at - (until - EDGE), 0), EDGE)
  return -Math.round((near / EDGE) * FASTEST)
}

/** `covered`: width of what covers the left edge. */
export function scrollAtEdges(box: HTMLElement, covered: number, onScroll: () => void) {
  const pointer = { x: NaN, y: NaN }
  const step = () => {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const [fromLeft, fromTop] = [box.scrollLeft, box.scrollTop]
    if (!Number.isNaN(pointer.x))
      box.scrollBy(scrollStep(pointer.x, left + covered, right), scrollStep(pointer.y, top, bottom))
    if (box.scrollLeft !== fromLeft || box.scrollTop !== fromTop) onScroll()
    frame = requestAnimationFrame(step)
  }
  let frame = requestAnimationFrame(step)
  return {
    follow: (x: number, y: number) => Object.assign(pointer, { x, y }),
    stop: () => cancelAnimationFrame(frame),
  }
}
