import { useRef, type MouseEvent, type PointerEvent } from 'react'

// A longer press is hesitation.
const TAP_MS = 1_500
// A double tap's second half hits what the first one opened.
const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 40

type Press = { at: number; x: number; y: number }

/** Distinguishes a tap by hand from a choice by keyboard or screen reader. When in doubt, it is no tap. */
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
        // Browsers count a mouse's clicks, but not always taps.
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
    isTapped: () => isTapped.current,
    /** The tap was acted on and no longer counts. */
    use: () => {
      used.current = pressed.current
      forget()
      isTapped.current = false
    },
  }
}

export const isDouble = (first: Press | null, second: Press): boolean =>
  first !== null &&
  second.at - first.at < DOUBLE_TAP_MS &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP_PX

type Pointer = Pick<
  globalThis.PointerEvent,
  'isTrusted' | 'isPrimary' | 'button' | 'pointerType' | 'width' | 'height' | 'pressure'
>

export function isByHand(event: Pointer): boolean {
  const { isTrusted, isPrimary, button, pointerType, width, height, pressure } = event
  if (!isTrusted || !isPrimary || button !== 0 || width <= 0 || height <= 0) return false
  // TalkBack's mouse has no pressure; iOS reports none for fingers.
  return pointerType === 'touch' || pointerType === 'pen' || (pointerType === 'mouse' && pressure > 0)
}
