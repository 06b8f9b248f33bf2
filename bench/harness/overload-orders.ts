/** The order to the process that floods. */
export type FloodOrder = {
  origin: string
  path: string
  cookie: string
  /** The one right answer, in base64. */
  expected: string
  perSecond: number
  connections: number
  seconds: number
}

/** Its answer; `wrong` is neither the right answer nor a refusal that asks to come again. */
export type FloodFigures = {
  sent: number
  served: number
  shed: number
  wrong: number
  firstWrong: string
  cut: number
  servedMs: number[]
  shedMs: number[]
}

/** The order to the process that holds half-open requests and streams: how many of them. */
export type HoldOrder = { origin: string; localAddress: string; halfOpen: number; streams: number }

/** How many of them the service lets it hold at present. */
export type HoldFigures = { halfOpen: number; streams: number }

/** The answer of the process that looks beside the flood: the times of /healthz and of polls, in milliseconds. */
export type ProbeFigures = { healthMs: number[]; pollMs: number[]; polls: Record<string, number> }
