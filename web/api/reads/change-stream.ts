import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import { CHANGES_PATH } from '../../../contract/topics.ts'
import { writeWatched } from '../../../contract/watched.ts'
import { answeredTags } from '../client.ts'
import { onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'

// One stream for all that is on the screen. It only ever makes things sooner: listeners go on polling as before, so a
// stream that is refused, cut or silent costs nothing but the second that it would have saved.
type Listener = {
  tell: () => void
  /** The address of the read whose answer is all that it shows of the topic, if there is one. */
  address?: string | undefined
}
const listeners = new Map<string, Set<Listener>>()
let stream: EventSource | undefined
let heard: readonly string[] = []
let refusals = 0
let timer: ReturnType<typeof setTimeout> | undefined

// A screen's parts join one after the other, some when they have been fetched; a change of screens is one of streams.
const SETTLES_MS = 300
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 300_000

/**
 * Tells whenever a topic has changed, or may have while it could not be heard: the service names each topic when a stream
 * begins, unless the listener shows what is there. Answers how to leave.
 */
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
  const topics = document.hidden ? [] : [...listeners.keys()].toSorted()
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
    // A browser reopens a stream that breaks off by itself, but not one that is refused.
    if (stream?.readyState === EventSource.CLOSED) tryLater()
  })
}

/** The hash of the answer that all who listen to a topic show; nothing where one of them shows something else of it. */
function shownBy(topic: string): string {
  const [address = '', ...others] = new Set([...listeners.get(topic)!].map((listener) => listener.address))
  // The rest of a tag names the encoding.
  const [, hash = ''] = /"([\w-]+)-\w+"$/.exec(answeredTags.get(address) ?? '') ?? []
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

// A page that nobody sees holds no connection, of which a browser has only a few.
globalThis.document?.addEventListener('visibilitychange', () => arrange(0))

// The next member's stream is not this one's.
onForget(() => {
  answeredTags.clear()
  hangUp()
  arrange(0)
})
