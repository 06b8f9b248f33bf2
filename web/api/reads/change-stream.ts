import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import { CHANGES_PATH } from '../../../contract/topics.ts'
import { writeWatched } from '../../../contract/watched.ts'
import { answered } from '../client.ts'
import { onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'

// One stream for the whole screen. Listeners also poll, so a failed stream only costs time.
type Listener = {
  tell: () => void
  /** Address of the only read that shows the topic, if there is just one. */
  address?: string | undefined
}
const listeners = new Map<string, Set<Listener>>()
let stream: EventSource | undefined
let heard: readonly string[] = []
let refusals = 0
let timer: ReturnType<typeof setTimeout> | undefined

// Collects a screen's parts, so that a new screen opens one stream.
const SETTLES_MS = 300
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 300_000

/** Calls `tell` when a topic has or may have changed. Returns a function that leaves. */
export function join(topic: string, listener: Listener): () => void {
  const those = listeners.get(topic) ?? new Set()
  listeners.set(topic, those.add(listener))
  arrange(SETTLES_MS)
  return () => {
    those.delete(listener)
    if (those.size === 0) listeners.delete(topic)
    arrange(SETTLES_MS)
  }
}

function arrange(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(listen, ms)
}

function listen() {
  const topics = document.hidden ? [] : [...listeners.keys()].sort()
  if (stream && topics.join() === heard.join()) return
  hangUp()
  if (topics.length === 0) return
  heard = topics
  const path = topics.includes(RESERVATIONS_TOPIC) ? ADMIN_CHANGES_PATH : CHANGES_PATH
  const watch = writeWatched(new Map(topics.map((topic) => [topic, shownBy(topic)])))
  stream = new EventSource(`${path}?watch=${encodeURIComponent(watch)}`)
  stream.addEventListener('open', () => {
    refusals = 0
  })
  stream.addEventListener('message', ({ data }) => {
    for (const { tell } of listeners.get(String(data)) ?? []) tell()
  })
  stream.addEventListener('error', () => {
    // Browsers reopen a broken stream, but not a refused one.
    if (stream?.readyState === EventSource.CLOSED) tryLater()
  })
}

/** Empty if listeners show different answers. */
function shownBy(topic: string): string {
  const [address = '', ...others] = new Set([...listeners.get(topic)!].map((listener) => listener.address))
  // The rest of the tag is the encoding.
  const [, hash = ''] = /"([\w-]+)-\w+"$/.exec(answered.get(address)?.tag ?? '') ?? []
  return others.length === 0 ? hash : ''
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

// Hidden pages hold no connection: browsers allow only a few.
globalThis.document?.addEventListener('visibilitychange', () => arrange(0))

onForget(() => {
  hangUp()
  arrange(0)
})
