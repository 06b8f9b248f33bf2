import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CHANGES_PATH, readTopic, readTopics, topicOf, type TopicKind } from '../../contract/changes.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { AppError } from './app-error.ts'
import { identify } from './gates.ts'

/** What is behind a topic at present; its hash tells whether it has changed. */
type Read = (of: string, now: Instant) => Promise<{ hash: string } | undefined>

/** Tells browsers at once that something they show has changed. What it is they ask for themselves. */
export type ChangeStreams = {
  /** Says how to look at a kind of topic. */
  offer(kind: TopicKind, read: Read): void
  /** Something has changed: looks what, and tells those who watch it. */
  changed(): void
  /** A member's reservations have changed. */
  memberChanged(member_id: number): void
  readonly open: number
}

// Several changes within a moment are told once; a second is promised.
const GATHER_MS = 100
// Proxies end what is silent for a minute, and a peer that is gone is noticed by writing.
const PING_MS = 20_000
/** How many one process keeps; whoever comes after polls, as without streams. */
const MOST_OPEN = 10_000
// A browser that reads nothing for this much is gone or stuck; it comes back by itself.
const MOST_UNREAD = 16_384

type Stream = { response: ServerResponse; member_id: number | null }

export function makeChangeStreams(app: FastifyInstance): ChangeStreams {
  const readers = new Map<TopicKind, Read>()
  /** Whoever watches each topic, and what was behind it when it was last looked at. */
  const watched = new Map<string, { streams: Set<Stream>; hash: string | undefined }>()
  const members = new Map<number, Set<Stream>>()
  const all = new Set<Stream>()
  /** Those for which nothing has been looked at yet. */
  const newcomers = new Set<Stream>()
  let gathering: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const look = async (topic: string): Promise<string> => {
    const { kind, of } = readTopic(topic)!
    try {
      return (await readers.get(kind)?.(of, app.clock()))?.hash ?? 'nothing'
    } catch (error) {
      // A room that is gone, a day without slots: that too is something to look at.
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  async function lookAtAll() {
    const fresh = new Set(newcomers)
    for (const [topic, entry] of watched) {
      const hash = await look(topic)
      const isChanged = entry.hash !== undefined && entry.hash !== hash
      entry.hash = hash
      for (const stream of entry.streams) if (isChanged || fresh.has(stream)) tell(stream, topic)
    }
    for (const stream of fresh) {
      newcomers.delete(stream)
      if (stream.member_id !== null) tell(stream, topicOf('mine'))
    }
  }

  function tell({ response }: Stream, topic: string) {
    if (response.writableLength > MOST_UNREAD) response.destroy()
    else response.write(`data: ${topic}\n\n`)
  }

  function leave(stream: Stream, topics: readonly string[]) {
    all.delete(stream)
    newcomers.delete(stream)
    for (const topic of topics) {
      const entry = watched.get(topic)
      entry?.streams.delete(stream)
      if (entry?.streams.size === 0) watched.delete(topic)
    }
    if (stream.member_id === null) return
    const own = members.get(stream.member_id)
    own?.delete(stream)
    if (own?.size === 0) members.delete(stream.member_id)
  }

  function join(stream: Stream, topics: readonly string[]) {
    all.add(stream)
    newcomers.add(stream)
    stream.response.on('close', () => leave(stream, topics))
    if (stream.member_id !== null)
      members.set(stream.member_id, (members.get(stream.member_id) ?? new Set()).add(stream))
    for (const topic of topics.filter((each) => each !== topicOf('mine'))) {
      const entry = watched.get(topic)
      if (entry) entry.streams.add(stream)
      else watched.set(topic, { streams: new Set([stream]), hash: undefined })
    }
  }

  async function open(request: FastifyRequest, reply: FastifyReply) {
    const topics = readTopics((request.query as { watch?: unknown }).watch)
    if (!topics) throw new AppError('invalid_input', { fields: { watch: '구독할 수 없는 주제입니다.' } })
    if (all.size >= MOST_OPEN) throw new AppError('not_ready', { headers: { 'retry-after': '60' } })
    const isOwn = topics.includes(topicOf('mine'))
    const { member } = await identify(request, isOwn ? 'member' : 'public', app.db, app.clock())
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would keep events until a buffer is full.
      'x-accel-buffering': 'no',
      'x-service-time': new Date(app.clock()).toISOString(),
    })
    // Spread, so that after a restart they do not all come back in the same second.
    response.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\n\n`)
    join({ response, member_id: member?.id ?? null }, topics)
    // What is there now is what changes are measured against. It is told too: what changed since the browser read it,
    // and before it could listen, would else be heard of with the next change.
    changed()
  }

  const ping = setInterval(() => {
    for (const { response } of all) response.write(':\n\n')
  }, PING_MS)
  ping.unref()
  app.addHook('preClose', async () => {
    clearInterval(ping)
    clearTimeout(gathering)
    for (const { response } of all) response.end()
  })
  app.get(CHANGES_PATH, { schema: { hide: true } }, open)

  function changed() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      // One look after the other, so that a slow one is not overtaken by a newer one.
      looking = looking.then(lookAtAll).catch((error: unknown) => app.log.warn({ err: error }, 'changes'))
    }, GATHER_MS)
  }

  return {
    offer: (kind, read) => void readers.set(kind, read),
    changed,
    memberChanged(member_id) {
      for (const stream of members.get(member_id) ?? []) tell(stream, topicOf('mine'))
    },
    get open() {
      return all.size
    },
  }
}
