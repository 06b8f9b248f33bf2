import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../../../contract/admin/changes.ts'
import { CHANGES_PATH } from '../../../../contract/topics.ts'
import { onForget } from '../../session.ts'
import { jitter } from '../../../browser/jitter.ts'

// One stream for all that is on the screen. It only ever makes things sooner: listeners go on polling as before, so a
// stream that is refused, cut or silent costs nothing but the second that it would have saved.
const listeners = new Map<string, Set<() => void>>()
let stream: EventSource | undefined
let heard: readonly string[] = []
let refusals = 0
let timer: ReturnType<typeof setTimeout> | undefined

const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 300_000

/**
 * Calls back whenever a topic has changed, or may have while it could not be heard: the service names each topic when a
 * stream begins. Answers how to leave.
 */
export function join(topic: string, tell: () => void): () => void {
  const those = listeners.get(topic) ?? new Set()
  listeners.set(topic, those.add(tell))
  arrange(0)
  return () => {
    those.delete(tell)
    if (those.size === 0) listeners.delete(topic)
    arrange(0)
  }
}

/** After the effects of this moment, so that a change of screens is one change of streams. */
function arrange(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(listen, ms)
}

function listen() {
  const topics = document.hidden ? [] : [...listeners.keys()].toSorted()
  if (stream && topics.join() === heard.join()) return
  hangUp()
  if (topics.length === 0) return
  heard = topics
  const path = topics.includes(RESERVATIONS_TOPIC) ? ADMIN_CHANGES_PATH : CHANGES_PATH
  stream = new EventSource(`${path}?watch=${encodeURIComponent(topics.join())}`)
  stream.addEventListener('open', () => {
    refusals = 0
  })
  stream.addEventListener('message', ({ data }) => {
    for (const tell of listeners.get(String(data)) ?? []) tell()
  })
  stream.addEventListener('error', () => {
    // A browser reopens a stream that breaks off by itself, but not one that is refused.
    if (stream?.readyState === EventSource.CLOSED) tryLater()
  })
}

function hangUp() {
  stream?.close()
  stream = undefined
  heard = []
}

function tryLater() {
  hangUp()
  arrange(jitter(Math.min(FIRST_WAIT_MS * 2 ** refusals, MAX_WAIT_MS), 0.25))
  refusals += 1
}

// A page that nobody sees holds no connection, of which a browser has only a few.
globalThis.document?.addEventListener('visibilitychange', () => arrange(0))

// The next member's stream is not this one's.
onForget(() => {
  hangUp()
  arrange(0)
})
