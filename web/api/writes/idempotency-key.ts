import { useRef } from 'react'

/** `crypto.randomUUID` needs HTTPS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')

/**
 * The same input keeps its key while mounted, so that a second press after a lost answer does not write
 * twice.
 */
export function useWriteKey(): (input: unknown) => string {
  const sent = useRef({ words: '', key: '' })
  return (input) => {
    const words = JSON.stringify(input)
    if (sent.current.words !== words) sent.current = { words, key: newKey() }
    return sent.current.key
  }
}
