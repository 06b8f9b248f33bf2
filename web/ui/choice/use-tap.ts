import { useRef, type MouseEvent, type PointerEvent } from 'react'

// A finger that rests longer than this reads or hesitates.
const TAP_MS = 1_500
// The second half of a double tap falls on what the first one has brought up.
const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 40

type Press = { at: number; x: number; y: number }

/**
 * Tells a tap by a finger, pen or mouse from a choice by keyboard or assistive technology: a screen reader's double tap
 * is a click without a pointer, or with one that has no size or no pressure. Whatever is in doubt is no tap. Spread
 * `props` on what holds the choices.
 */
export function useTap() {
  const pressed = useRef<Press | null>(null)
  const used = useRef<Press | null>(null)
  const isTapped = useRef(false)
  const forget = () => {
    pressed.current = null
  }
  return {
    props: {
      onPointerDown: ({ nativeEvent, timeStamp, clientX, clientY }: PointerEvent) => {
        const press = { at: timeStamp, x: clientX, y: clientY }
        // Clicks of a mouse are counted by the browser, taps not everywhere.
        const isSecond = nativeEvent.pointerType !== 'mouse' && isDouble(used.current, press)
        pressed.current = isByHand(nativeEvent) && !isSecond ? press : null
      },
      onPointerCancel: forget,
      onKeyDown: forget,
      onClickCapture: ({ timeStamp, detail }: MouseEvent) => {
        if (detail > 1) forget()
        isTapped.current = pressed.current !== null && timeStamp - pressed.current.at < TAP_MS
      },
    },
    /** Whether the click that is being handled is a tap. */
    isTapped: () => isTapped.current,
    /** The tap has led on: it counts no more. */
    use: () => {
      used.current = pressed.current
      forget()
      isTapped.current = false
    },
  }
}

/** True when a press is the second half of a double tap. */
export const isDouble = (first: Press | null, second: Press): boolean =>
  first !== null &&
  second.at - first.at < DOUBLE_TAP_MS &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP_PX

type Pointer = Pick<
  globalThis.PointerEvent,
  'isTrusted' | 'isPrimary' | 'button' | 'pointerType' | 'width' | 'height' | 'pressure'
>

/** True when a pointer that went down is certainly a person's finger, pen or mouse. */
export function isByHand(event: Pointer): boolean {
  const { isTrusted, isPrimary, button, pointerType, width, height, pressure } = event
  if (!isTrusted || !isPrimary || button !== 0 || width <= 0 || height <= 0) return false
  // TalkBack presses with a mouse that has no pressure; iOS reports none for a finger.
  return pointerType === 'touch' || pointerType === 'pen' || (pointerType === 'mouse' && pressure > 0)
}
