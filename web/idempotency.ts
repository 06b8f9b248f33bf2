import { readStored, storeForSession } from './session-store.ts'

/** A key that no other request has. `crypto.randomUUID` is missing where a page is not served over HTTPS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')

type Sent = { words: string; key: string }

const nameOf = (form: string) => `sent:${form}`

/**
 * The key under which a form sends these words: the same words carry the same key until they are answered, also after
 * a reload, so that sending them again is the same request.
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
