/** The times of one kind of call, in milliseconds. */
export type Times = { count: number; p50: number; p99: number; worst: number }

export type SimulatedFigures = {
  times: Record<string, Times>
  all: Times
  /** Requests by what made them. */
  sent: { opening: number; poll: number; change: number; retry: number; write: number }
  bytes: number
  /** Answers that should not have come, and how often. */
  errors: Record<string, number>
  /** The answers to bookings by their code. */
  bookings: Record<string, number>
  decisions: number
  /** Events heard by streams, and how often one broke off or was refused. */
  heard: number
  streamsLost: number
  streamsOpen: number
  /** The simulator's own processor time, and by how much its timers were late. */
  cpuMs: number
  lateP50: number
  lateP99: number
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function timesOf(measured: readonly number[]): Times {
  const sorted = measured.toSorted((a, b) => a - b)
  return { count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99), worst: at(sorted, 1) }
}

const NO_REQUESTS = { opening: 0, poll: 0, change: 0, retry: 0, write: 0 }

/** Gathers what the simulated people meet, until it is looked at. */
export class Gathered {
  #times = new Map<string, number[]>()
  #errors = new Map<string, number>()
  #bookings = new Map<string, number>()
  sent = { ...NO_REQUESTS }
  bytes = 0
  heard = 0
  decisions = 0
  streamsLost = 0
  streamsOpen = 0

  answered(kind: string, ms: number, bytes: number) {
    const times = this.#times.get(kind)
    if (times) times.push(ms)
    else this.#times.set(kind, [ms])
    this.bytes += bytes
  }

  error(text: string) {
    this.#errors.set(text, (this.#errors.get(text) ?? 0) + 1)
  }

  booking(outcome: string) {
    this.#bookings.set(outcome, (this.#bookings.get(outcome) ?? 0) + 1)
  }

  /** Everything since it was looked at last. */
  look(): Omit<SimulatedFigures, 'cpuMs' | 'lateP50' | 'lateP99'> {
    const { sent, bytes, heard, decisions, streamsLost, streamsOpen } = this
    const times = Object.fromEntries([...this.#times].map(([kind, each]) => [kind, timesOf(each)]))
    const all = timesOf([...this.#times.values()].flat())
    const errors = Object.fromEntries(this.#errors)
    const bookings = Object.fromEntries(this.#bookings)
    this.#times = new Map()
    this.#errors = new Map()
    this.#bookings = new Map()
    this.sent = { ...NO_REQUESTS }
    this.bytes = this.heard = this.decisions = this.streamsLost = 0
    return { times, all, sent, bytes, errors, bookings, decisions, heard, streamsLost, streamsOpen }
  }
}
