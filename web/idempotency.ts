import { useRef } from 'react'

/**
 * Gives a write its key. On a bad network an answer can be lost after the write was done: pressing again with the same
 * words must then not be told that it is too late, so the same input keeps its key.
 */
export function useWriteKey(): (input: unknown) => string {
  const sent = useRef({ words: '', key: '' })
  return (input) => {
    const words = JSON.stringify(input)
    if (sent.current.words !== words) sent.current = { words, key: newKey() }
    return sent.current.key
  }
}

// crypto.randomUUID is missing where a page is not served over HTTPS.
const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
