import { useRef, type MouseEvent, type PointerEvent } from 'react'

// A longer press is hesitation.
const TAP_MS = 1_500

/** Distinguishes a tap by hand from a choice by keyboard or screen reader. When in doubt, it is no tap. */
export function useTap() {
  const pressedAt = useRef<number | null>(null)
  const isTapped = useRef(false)
  return {
    props: {
      onPointerDown: ({ nativeEvent, timeStamp }: PointerEvent) => {
        pressedAt.current = isByHand(nativeEvent) ? timeStamp : null
      },
      onKeyDown: () => {
        pressedAt.current = null
      },
      onClickCapture: ({ timeStamp, detail }: MouseEvent) => {
        const at = pressedAt.current
        isTapped.current = detail <= 1 && at !== null && timeStamp - at < TAP_MS
      },
    },
    isTapped: () => isTapped.current,
  }
}

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
