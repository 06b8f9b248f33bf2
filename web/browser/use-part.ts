import { useEffect, useEffectEvent, useState } from 'react'

const TICK_MS = 10_000
const TICKS = 12

const AGAIN_MS = 3_000
const SELDOM_MS = 60_000

export type Load<Part = unknown> = () => Promise<Part>

/** No part has come within two minutes. */
export class TooLate extends Error {}

const inTime = <Part>(load: Load<Part>): Promise<Part> =>
  new Promise((resolve, reject) => {
    // Counted in ticks: the time that a device sleeps is one of them, and the network is back soon after.
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks === TICKS) reject(new TooLate())
    }, TICK_MS)
    void load()
      .then(resolve, reject)
      .finally(() => clearInterval(timer))
  })

const loaded = new Map<Load, unknown>()

/** Fetches a part of the app, which `usePart` then has at once. */
export async function fetchPart<Part>(load: Load<Part>): Promise<Part> {
  const part = await inTime(load)
  loaded.set(load, part)
  return part
}

type Options = {
  /** Zero: when its screen stands. Without it the part is fetched at once. */
  afterMs?: number | undefined
  /** Called with each failure; the next attempt waits for it. */
  onFailure?: ((failure: unknown) => unknown) | undefined
  /** Called when the part is missing again and again. */
  onMissing?: (() => unknown) | undefined
}

/** Fetches a part until it comes: again after each failure, and at once when the network is back. Answers how to stop. */
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

/** A part of the app, undefined until it has come; with null none is fetched. */
export function usePart<Part>(load: Load<Part> | null, options: Options = {}): Part | undefined {
  const [part, setPart] = useState(() => (load ? (loaded.get(load) as Part | undefined) : undefined))
  const isWanted = load !== null && part === undefined
  const fetch = useEffectEvent(() => fetchUntilThere(load!, (there) => setPart(() => there), options))
  useEffect(() => (isWanted ? fetch() : undefined), [isWanted])
  return part
}
