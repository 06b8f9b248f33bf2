import { useEffect, useEffectEvent, useState } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { madridDate, madridTime, type Instant } from '../../domain/madrid-time.ts'
import { addressOf, ApiError } from '../api/client.ts'
import { useRead } from '../api/reads/use-read.ts'
import { onServiceClock } from '../browser/clock.ts'
import { keepAnswer, readKeptAnswer, type Said } from './kept-answer.ts'

/** An answer older than its poll by this much shows its time. */
const LATE_MS = 20_000

type Options<Data> = {
  poll: number
  /** Refusals that count as answers, not as failed polls. */
  refusals?: readonly ErrorCode[]
  /** The answer's day; undefined means the day it came. */
  dateOf?: (data: Data) => string | undefined
  /** True if time alone made the answer wrong. */
  isOver?: (data: Data, now: Instant) => boolean
}

/**
 * Survives a reload without the service and ends with its day. `said` is null without an answer of today;
 * `since` is its time if outdated.
 */
export function useWallRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  now: Instant,
  { poll, refusals = [], dateOf, isOver }: Options<ResponseOf<E>>,
) {
  const read = useRead(endpoint, input, { poll })
  const refusal = refusalIn(read.error, refusals)
  const { said, isKept } = useLatest(addressOf(endpoint, input), read, refusal)
  const failure = refusal ? null : read.error
  const at = said && onServiceClock(said.at)
  const saidDate = said?.data && !said.refusal ? dateOf?.(said.data) : undefined
  const date = saidDate ?? (at && madridDate(at))
  const isOfToday = date === madridDate(now)
  const isOutdated = said !== null && (!isOfToday || Boolean(said.data && isOver?.(said.data, now)))
  // Asks each second, because the service may still answer the same.
  const askAgain = useEffectEvent((_instant: Instant) => {
    if (isOutdated && !failure) void read.refetch({ cancelRefetch: false })
  })
  useEffect(() => askAgain(now), [now])
  const isLate = at !== null && now - at > poll + LATE_MS
  return {
    said: isOfToday ? said : null,
    last: said?.data ?? null,
    /** Only until this page has its first answer; later polls fail silently. */
    failure: isKept ? failure : null,
    since: at !== null && isOfToday && (isLate || (isKept && failure)) ? madridTime(at) : null,
    refetch: read.refetch,
    isFetching: read.isFetching,
  }
}

const refusalIn = (error: Error | null, refusals: readonly ErrorCode[]) =>
  error instanceof ApiError && error.isOwn && refusals.includes(error.code)
    ? (error.reason ?? error.code)
    : null

type Read<Data> = { data: Data | undefined; dataUpdatedAt: number; errorUpdatedAt: number }

/** A failed poll changes nothing. */
function useLatest<Data>(question: string, read: Read<Data>, refusal: Said<Data>['refusal']) {
  const [latest, setLatest] = useState(() => {
    const said = readKeptAnswer<Data>(question)
    // The cached answer may be older than the stored one.
    const dataAt = said && read.dataUpdatedAt <= said.at ? read.dataUpdatedAt : 0
    return { said, isKept: true, dataAt, errorAt: 0 }
  })
  const { said, dataAt, errorAt } = latest
  // Not compared by time: the browser's clock may be set back.
  if (read.data !== undefined && read.dataUpdatedAt !== dataAt) {
    const answer: Said<Data> = { data: read.data, refusal: null, at: read.dataUpdatedAt }
    setLatest({ said: answer, isKept: false, dataAt: read.dataUpdatedAt, errorAt })
  } else if (refusal && read.errorUpdatedAt !== errorAt) {
    const answer: Said<Data> = { data: said?.data ?? null, refusal, at: read.errorUpdatedAt }
    setLatest({ said: answer, isKept: false, dataAt, errorAt: read.errorUpdatedAt })
  }
  const { data = null, refusal: refused = null, at = 0 } = said ?? {}
  // `since` shows minutes, so storing once a minute is enough.
  const minute = Math.floor(at / 60_000) * 60_000
  useEffect(() => {
    if (data !== null || refused !== null) keepAnswer(question, { data, refusal: refused, at: minute })
  }, [question, data, refused, minute])
  return latest
}
