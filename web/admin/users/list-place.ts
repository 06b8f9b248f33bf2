import { useLayoutEffect } from 'react'
import { memberAddress } from '../components/member-address.ts'

type Place = { left_at?: { id: number; top: number } } | null

/** Stores the opened member and scroll position in the history entry. */
export function noteListPlace(id: number): void {
  history.replaceState({ ...history.state, left_at: { id, top: scrollY } }, '')
}

/** Call in the screen, whose effects follow those of its `Page`. */
export function useListPlace(): void {
  useLayoutEffect(() => {
    const place = (history.state as Place)?.left_at
    if (!place) return
    document
      .querySelector<HTMLElement>(`a[href="${memberAddress(place.id)}"]`)
      ?.focus({ preventScroll: true })
    scrollTo(0, place.top)
  }, [])
}
