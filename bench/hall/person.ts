import { writeWatched, type Watched } from '../../contract/watched.ts'
import { jitter } from '../../web/browser/jitter.ts'
import type { Gathered } from './figures.ts'
import { WAITS, type Read, type Screen } from './pattern.ts'
import { Browser, listen, NoAnswer, requestText, type Answer, type Place } from './wire.ts'

export type Who = {
  place: Place
  cookie?: string | undefined
  csrf?: string | undefined
  /** The texts for the names in braces in a screen's paths, topics and bodies. */
  values: Record<string, string>
}
type Reason = 'opening' | 'poll' | 'change' | 'retry'
type Reading = {
  read: Read
  kind: string
  path: string
  body: string | undefined
  topic: string | undefined
  /** The tag of its latest answer. */
  etag?: string | undefined
  timer?: NodeJS.Timeout | undefined
}

const isGood = (status: number) => status === 200 || status === 304

/** One screen in one browser, as the app would work it: its polls, its stream, its patience. */
export class Person {
  readonly who: Who
  readonly screen: Screen
  readonly #gathered: Gathered
  readonly #pace = 1 - Math.random() * WAITS.paceSpread
  readonly #readings: Reading[]
  browser: Browser
  #hangUp: (() => void) | undefined
  #joining: NodeJS.Timeout | undefined
  #heardAt = new Map<Reading, NodeJS.Timeout>()
  #readAt = -Infinity
  /** The tags that the browser has kept, by address. */
  #tags = new Map<string, string>()
  #refusals = 0
  #opening = 0
  #openedAt = Date.now()

  constructor(who: Who, screen: Screen, gathered: Gathered) {
    this.who = who
    this.screen = screen
    this.#gathered = gathered
    this.browser = new Browser(who.place)
    const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => who.values[name]!)
    this.#readings = screen.reads.map((read) => ({
      read,
      kind: read.name,
      path: fill(read.path),
      body: read.body && fill(read.body),
      topic: read.hears && fill(read.hears),
    }))
  }

  /** Opens the screen; with `page` that page is loaded first, as by a reload. */
  async open(page?: string) {
    const opening = (this.#opening += 1)
    this.#openedAt = Date.now()
    if (page) await this.#send('page', { path: page }, 'opening').catch(() => {})
    if (opening !== this.#opening) return
    for (const reading of this.#readings) void this.#make(reading, 'opening')
    this.#joining = setTimeout(() => this.#join(), WAITS.listenAfterMs)
  }

  close() {
    this.#opening += 1
    clearTimeout(this.#joining)
    for (const timer of this.#heardAt.values()) clearTimeout(timer)
    this.#heardAt.clear()
    for (const reading of this.#readings) clearTimeout(reading.timer)
    if (this.#hangUp) this.#leaveStream()
    this.browser.close()
  }

  async reload() {
    this.close()
    this.browser = new Browser(this.who.place)
    this.#refusals = 0
    await this.open(this.screen.page)
  }

  #leaveStream() {
    this.#hangUp?.()
    this.#hangUp = undefined
  }

  #join() {
    const path = `${this.screen.stream}?watch=${encodeURIComponent(writeWatched(this.#shown()))}`
    const text = requestText({ path, cookie: this.who.cookie, isStream: true })
    const asked = performance.now()
    let isOpen = false
    const over = () => {
      if (isOpen) this.#gathered.streamsOpen -= 1
      isOpen = false
    }
    const hangUp = listen(this.who.place, text, {
      opened: () => {
        isOpen = true
        this.#refusals = 0
        this.#gathered.streamsOpen += 1
        this.#gathered.answered('stream', performance.now() - asked, 0)
      },
      heard: (topic) => this.#hear(topic),
      ended: (status, retryMs) => {
        over()
        this.#gathered.streamsLost += 1
        if (status !== 200) this.#gathered.error(`stream ${status}`)
        const patience = Math.min(WAITS.streamAgainMs * 2 ** this.#refusals, WAITS.streamLongestMs)
        if (status !== 200) this.#refusals += 1
        this.#joining = setTimeout(() => this.#join(), status === 200 ? retryMs : jitter(patience, 0.25))
      },
    })
    this.#hangUp = () => {
      over()
      hangUp()
    }
  }

  /** The topics that it listens to, with the hashes of what a phone shows of them. */
  #shown(): Watched {
    const shown = new Map<string, string>()
    for (const { topic, etag } of this.#readings) {
      const hash = this.screen.tellsShown ? /"([\w-]+)-\w+"$/.exec(etag ?? '')?.[1] : undefined
      if (topic) shown.set(topic, shown.has(topic) ? '' : (hash ?? ''))
    }
    return shown
  }

  #hear(topic: string) {
    this.#gathered.heard += 1
    for (const reading of this.#readings.filter((each) => each.topic === topic)) {
      if (this.#heardAt.has(reading)) continue
      const { spreadMs, gapMs } = this.screen
      const soon = Math.random() * spreadMs
      const wait = gapMs ? Math.max(soon, this.#readAt + gapMs - performance.now()) : soon
      const go = () => {
        this.#heardAt.delete(reading)
        this.#readAt = performance.now()
        void this.#make(reading, 'change')
      }
      this.#heardAt.set(reading, setTimeout(go, wait))
    }
  }

  /** Makes a read, tries again as the app does, and sees to the next poll. */
  async #make(reading: Reading, reason: Reason, failures = 0): Promise<void> {
    clearTimeout(reading.timer)
    const opening = this.#opening
    let answer: Answer | undefined
    try {
      answer = await this.#read(reading, reason)
    } catch {
      // Counted there.
    }
    if (opening !== this.#opening) return
    const asked = (answer?.retryAfter ?? 0) * 1_000
    const isWell = answer !== undefined && answer.status < 500 && answer.status !== 429
    if (!isWell && failures < WAITS.retries && asked <= WAITS.longestAskedMs) {
      const wait = Math.max(jitter(WAITS.firstRetryMs * 2 ** failures, 0.25), asked)
      clearTimeout(reading.timer)
      reading.timer = setTimeout(() => void this.#make(reading, 'retry', failures + 1), wait)
      return
    }
    const { everyMs } = reading.read
    if (everyMs === null) return
    const poll = everyMs * this.#pace
    const pause = isWell
      ? poll - ((Date.now() - this.#openedAt) % poll)
      : Math.max(Math.min(WAITS.afterFailureMs, poll), asked)
    // Another read of the same may have ended since.
    clearTimeout(reading.timer)
    reading.timer = setTimeout(() => void this.#make(reading, 'poll'), pause)
  }

  async #read(reading: Reading, reason: Reason): Promise<Answer> {
    const { kind, path, body } = reading
    const answer = await this.#send(kind, { path, body }, reason)
    if (answer.etag) reading.etag = answer.etag
    return answer
  }

  async #send(kind: string, { path, body }: { path: string; body?: string | undefined }, reason: Reason) {
    const opening = this.#opening
    this.#gathered.sent[reason] += 1
    const began = performance.now()
    try {
      const { cookie } = this.who
      const answer = await this.browser.ask(requestText({ path, body, etag: this.#tags.get(path), cookie }))
      if (answer.etag) this.#tags.set(path, answer.etag)
      this.#gathered.answered(kind, performance.now() - began, answer.bytes)
      if (!isGood(answer.status)) this.#gathered.error(`${kind} ${answer.status}`)
      return answer
    } catch (failure) {
      // A screen that is closed waits for nothing more.
      if (opening === this.#opening && failure instanceof NoAnswer) this.#gathered.error(`${kind} no answer`)
      throw failure
    }
  }
}
