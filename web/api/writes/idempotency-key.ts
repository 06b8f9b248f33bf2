import { useRef } from 'react'

/** A key that no other request has. `crypto.randomUUID` is missing where a page is not served over HTTPS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')

/**
 * Gives a write its key, which the same input keeps while the component is there: on a bad network an answer can be
 * lost after the write was done, and pressing again must then not answer that it is too late. A request that has to
 * outlive a reload is opened with `openRequest`.
 */
export function useWriteKey(): (input: unknown) => string {
  const sent = useRef({ words: '', key: '' })
  return (input) => {
    const words = JSON.stringify(input)
    if (sent.current.words !== words) sent.current = { words, key: newKey() }
    return sent.current.key
  }
}
