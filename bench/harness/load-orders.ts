/** The order to the process that asks: to send requests one after the other on each of so many connections. */
export type LoadOrder = {
  port: number
  connections: number
  seconds: number
  /** Whole requests, as they go over the wire. */
  requests: readonly Uint8Array[]
  /** The status of the answers that are counted and timed. */
  expected: number
  /** Begins again with the first when all were sent; else it ends there. */
  repeat: boolean
}

/** Its answer. Times are milliseconds. */
export type LoadFigures = {
  count: number
  seconds: number
  median: number
  p99: number
  /** How often each status was answered; `cut` counts requests whose connection ended before the answer. */
  statuses: Record<string, number>
  /** The bytes of the last whole answer. */
  bytes: number
  /** How much of one core the asking itself took: near 1 it is the limit, and not the server. */
  asking: number
}
