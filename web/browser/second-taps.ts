const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 40

type Press = Pick<PointerEvent, 'timeStamp' | 'clientX' | 'clientY'>

export const isDouble = (first: Press, second: Press): boolean =>
  second.timeStamp - first.timeStamp < DOUBLE_TAP_MS &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < DOUBLE_TAP_PX

/** Ignores the second half of a double tap where the first half has opened something else. */
export function ignoreSecondTaps(): void {
  let pressed: PointerEvent | undefined
  let acted: { press: PointerEvent; on: Element } | undefined
  addEventListener('pointerdown', (event) => (pressed = event), true)
  addEventListener(
    'click',
    (event) => {
      const { press, on } = acted ?? {}
      const target = event.target as Element
      // A label's click is followed by one of its field.
      if (!pressed || pressed === press) return
      // Browsers count a mouse's clicks, but not always taps.
      const isSecond =
        press && (pressed.pointerType === 'mouse' ? event.detail > 1 : isDouble(press, pressed))
      if (isSecond && !on!.contains(document.elementFromPoint(press.clientX, press.clientY))) {
        event.preventDefault()
        event.stopPropagation()
        acted = { press: pressed, on: on! }
      } else acted = { press: pressed, on: target.closest('a, button, label') ?? target }
    },
    true,
  )
}
