import { useEffect, useEffectEvent, useState } from 'react'

const TICK_MS = 10_000
const TICKS = 12

const AGAIN_MS = 3_000
const SELDOM_MS = 60_000

export type Load<Part = unknown> = () => Promise<Part>

export class TooLate extends Error {}

const inTime = <Part>(load: Load<Part>): Promise<Part> =>
  new Promise((resolve, reject) => {
    // In ticks, so that sleep does not use up the time.
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks === TICKS) reject(new TooLate())
    }, TICK_MS)
    void load()
      .then(resolve, reject)
      .finally(() => clearInterval(timer))
  })

const loaded = new Map<Load, unknown>()

export async function fetchPart<Part>(load: Load<Part>): Promise<Part> {
  const part = await inTime(load)
  loaded.set(load, part)
  return part
}

type Options = {
  /** Without it the part is fetched at once; zero waits for the first render. */
  afterMs?: number | undefined
  /** The next attempt waits for it. */
  onFailure?: ((failure: unknown) => unknown) | undefined
  /** Called from the second failure on. */
  onMissing?: (() => unknown) | undefined
}

/** Also retries when the network returns. Returns a function that stops it. */
export function fetchUntilThere<Part>(
  load: Load<Part>,
  onThere: (part: Part) => void,
  { afterMs, onFailure, onMissing }: Options = {},
): () => void {
  let isOver = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const there = (part: Part) => {
    if (!isOver) onThere(part)
    stop()
  }
  const lost = async (failure: unknown) => {
    if (isOver) return
    await onFailure?.(failure)
    if (failures > 0) onMissing?.()
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(begin, Math.min(SELDOM_MS, AGAIN_MS * 2 ** failures++))
  }
  const begin = () => {
    clearTimeout(timer)
    void fetchPart(load).then(there, lost)
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', begin)
  }
  addEventListener('online', begin)
  if (afterMs === undefined) begin()
  else timer = setTimeout(begin, afterMs)
  return stop
}

/** Undefined until loaded; null loads nothing. */
export function usePart<Part>(load: Load<Part> | null, options: Options = {}): Part | undefined {
  const [part, setPart] = useState(() => (load ? (loaded.get(load) as Part | undefined) : undefined))
  const isWanted = load !== null && part === undefined
  const fetch = useEffectEvent(() => fetchUntilThere(load!, (there) => setPart(() => there), options))
  useEffect(() => (isWanted ? fetch() : undefined), [isWanted])
  return part
}
