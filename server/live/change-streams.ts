import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CHANGES_PATH, readTopic, readTopics, topicOf, type TopicKind } from '../../contract/topics.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { AppError } from '../http/app-error.ts'
import { identify } from '../http/gates.ts'

type Source = {
  /** What is behind a topic at present; its hash tells whether it has changed. */
  read: (of: string, now: Instant) => Promise<{ hash: string } | undefined>
  /** Whether there is such a thing at all. Only that is watched, so that nobody can make up more of it. */
  isKnown?: (of: string, now: Instant) => Promise<boolean>
}

/** Tells browsers at once that something they show has changed. What it is they ask for themselves. */
export type ChangeStreams = {
  /** Says how to look at a kind of topic. */
  offer(kind: TopicKind, source: Source): void
  /** Something has changed: looks what, and tells those who watch it. */
  changed(): void
  /** A member's reservations have changed. */
  memberChanged(member_id: number): void
  /** Any member's reservations may have changed unheard. */
  membersMissed(): void
  readonly open: number
}

// Several changes within a moment are told once; a second is promised.
const GATHER_MS = 100
// Proxies end what is silent for a minute, and a peer that is gone is noticed by writing.
const PING_MS = 20_000
/** How many one process keeps; whoever comes after polls, as without streams. */
const MAX_OPEN = 10_000
// How many topics are looked at at once, how long one may take, and when what failed is looked at again.
const AT_ONCE = 10
const LOOK_MS = 5_000
const LOOK_AGAIN_MS = 1_000
// A browser that reads nothing for this much is gone or stuck; it comes back by itself.
const MAX_UNREAD = 16_384

const MINE = topicOf('mine')

type Stream = { response: ServerResponse; member_id: number | null }

export function makeChangeStreams(app: FastifyInstance): ChangeStreams {
  const sources = new Map<TopicKind, Source>()
  /** Whoever watches each topic, and what was behind it when it was last looked at. */
  const watched = new Map<string, { streams: Set<Stream>; hash: string | undefined }>()
  const members = new Map<number, Set<Stream>>()
  const all = new Set<Stream>()
  let isClosing = false
  let gathering: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function read(topic: string): Promise<string> {
    const { kind, of } = readTopic(topic)!
    try {
      return (await sources.get(kind)?.read(of, app.clock()))?.hash ?? 'nothing'
    } catch (error) {
      // A room that is gone, a day without slots: that too is something to look at.
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  /** Looks at a topic and tells its streams when it has changed. */
  async function look(topic: string) {
    const hash = await within(LOOK_MS, read(topic))
    const entry = watched.get(topic)
    if (!entry || entry.hash === hash) return
    const isFirst = entry.hash === undefined
    entry.hash = hash
    if (!isFirst) for (const stream of entry.streams) tell(stream, topic)
  }

  /** One that cannot be looked at holds up no other, and is looked at again. */
  async function lookAtAll() {
    const topics = [...watched.keys()]
    while (topics.length > 0) {
      const looked = await Promise.allSettled(topics.splice(0, AT_ONCE).map(look))
      const failed = looked.find((each) => each.status === 'rejected')
      if (!failed) continue
      app.log.warn({ err: failed.reason }, 'changes')
      gather(LOOK_AGAIN_MS)
    }
  }

  function tell({ response }: Stream, topic: string) {
    if (response.writableLength > MAX_UNREAD) response.destroy()
    else response.write(`data: ${topic}\n\n`)
  }

  function leave(stream: Stream, topics: readonly string[]) {
    all.delete(stream)
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
    stream.response.on('close', () => leave(stream, topics))
    if (stream.member_id !== null)
      members.set(stream.member_id, (members.get(stream.member_id) ?? new Set()).add(stream))
    for (const topic of topics.filter((each) => each !== MINE)) {
      const entry = watched.get(topic)
      if (entry) entry.streams.add(stream)
      else watched.set(topic, { streams: new Set([stream]), hash: undefined })
    }
  }

  /**
   * Tells what is there. What changed since the browser read it, and before it could listen, would else be heard of with
   * the next change. What nobody watched until now is looked at first: changes are measured against that.
   */
  async function greet(stream: Stream, topics: readonly string[]) {
    for (const topic of topics) {
      if (topic !== MINE && watched.get(topic)?.hash === undefined) await look(topic)
      if (all.has(stream)) tell(stream, topic)
    }
  }

  async function findKnown(topics: readonly string[]): Promise<string[]> {
    const known = await Promise.all(
      topics.map(async (topic) => {
        const { kind, of } = readTopic(topic)!
        return sources.get(kind)?.isKnown?.(of, app.clock()) ?? true
      }),
    )
    return topics.filter((_, i) => known[i])
  }

  async function open(request: FastifyRequest, reply: FastifyReply) {
    const asked = readTopics((request.query as { watch?: unknown }).watch)
    if (!asked) throw new AppError('invalid_input', { fields: { watch: '구독할 수 없는 주제입니다.' } })
    if (all.size >= MAX_OPEN) throw new AppError('not_ready', { headers: { 'retry-after': '60' } })
    const { member } = await identify(
      request,
      asked.includes(MINE) ? 'member' : 'public',
      app.db,
      app.clock(),
    )
    const topics = await findKnown(asked)
    reply.hijack()
    const response = reply.raw
    // Whoever has hung up meanwhile would be waited for in vain.
    if (isClosing || response.destroyed) {
      response.destroy()
      return
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would keep events until a buffer is full.
      'x-accel-buffering': 'no',
      'x-service-time': new Date(app.clock()).toISOString(),
    })
    // Spread, so that after a restart they do not all come back in the same second.
    response.write(`retry: ${2_000 + Math.floor(Math.random() * 4_000)}\n\n`)
    const stream = { response, member_id: member?.id ?? null }
    join(stream, topics)
    greet(stream, topics).catch(() => gather(LOOK_AGAIN_MS))
  }

  const ping = setInterval(() => {
    for (const { response } of all) response.write(':\n\n')
  }, PING_MS)
  ping.unref()
  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(ping)
    clearTimeout(gathering)
    for (const { response } of all) response.end()
  })
  app.get(CHANGES_PATH, { schema: { hide: true } }, open)

  function gather(ms: number) {
    if (isClosing) return
    gathering ??= setTimeout(() => {
      gathering = undefined
      // One look after the other, so that a slow one is not overtaken by a newer one.
      looking = looking.then(lookAtAll)
    }, ms)
  }

  const sendNotice = (streams: Iterable<Stream>) => {
    for (const stream of streams) tell(stream, MINE)
  }

  return {
    offer: (kind, source) => void sources.set(kind, source),
    changed: () => gather(GATHER_MS),
    memberChanged: (member_id) => sendNotice(members.get(member_id) ?? []),
    membersMissed: () => {
      for (const streams of members.values()) sendNotice(streams)
    },
    get open() {
      return all.size
    },
  }
}

/** Gives up what takes longer: a database that says nothing more must not keep changes from being told for good. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
