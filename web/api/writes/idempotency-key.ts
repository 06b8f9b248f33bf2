import { useRef } from 'react'
import { readStored, storeForSession } from '../../browser/session-storage.ts'

/** A key that no other request has. `crypto.randomUUID` is missing where a page is not served over HTTPS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')

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

type Sent = { words: string; key: string }

const nameOf = (form: string) => `sent:${form}`

/**
 * The same for a form that is found again after a reload: these words keep their key until they are answered, so that
 * sending them once more is the same request.
 */
export function keyFor(form: string, words: string): string {
  const sent = readStored(nameOf(form)) as Sent | null
  if (sent?.words === words) return sent.key
  const fresh: Sent = { words, key: newKey() }
  storeForSession(nameOf(form), JSON.stringify(fresh))
  return fresh.key
}

/** True when this form sent other words before and never heard what became of them. */
export function hasOpenRequest(form: string, words: string): boolean {
  const sent = readStored(nameOf(form)) as Sent | null
  return sent !== null && sent.words !== words
}

/** The form was answered: the next request is a new one. */
export function dropKey(form: string): void {
  sessionStorage.removeItem(nameOf(form))
}
