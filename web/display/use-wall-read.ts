import { useEffect, useEffectEvent, useState } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { madridDate, madridTime, type Instant } from '../../domain/madrid-time.ts'
import { addressOf, ApiError } from '../api/client.ts'
import { useRead } from '../api/reads/use-read.ts'
import { onServiceClock } from '../browser/clock.ts'
import { keepAnswer, readKeptAnswer, type Said } from './kept-answer.ts'

/** How much older than its poll an answer may be before the wall says from when it is. */
const LATE_MS = 20_000

type Options<Data> = {
  poll: number
  /** The refusals that are answers: they replace what was shown, and are no failed polls. */
  refusals?: readonly ErrorCode[]
  /** The day that an answer is about; undefined for the one on which it came. */
  dateOf?: (data: Data) => string | undefined
  /** Whether the clock alone has made an answer of today untrue. */
  isOver?: (data: Data, now: Instant) => boolean
}

/**
 * A GET's answer for a wall: polled, kept over a reload while the service is away, and forgotten when its day is over.
 * `said` is null while nothing is known of today; `since` is the wall time that it is from when that is not now.
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
  // The service may be a moment behind, and answer the same once more: asked each second, unless it is away.
  const askAgain = useEffectEvent((_instant: Instant) => {
    if (isOutdated && !failure) void read.refetch({ cancelRefetch: false })
  })
  useEffect(() => askAgain(now), [now])
  const isLate = at !== null && now - at > poll + LATE_MS
  return {
    said: isOfToday ? said : null,
    /** The latest content of any day. */
    last: said?.data ?? null,
    /** Only until the first answer to this page: later polls fail silently. */
    failure: isKept ? failure : null,
    since: at !== null && isOfToday && (isLate || (isKept && failure)) ? madridTime(at) : null,
    refetch: read.refetch,
    isFetching: read.isFetching,
  }
}

const refusalIn = (error: Error | null, refusals: readonly ErrorCode[]) =>
  error instanceof ApiError && error.isOwn && refusals.includes(error.code) ? error.code : null

type Read<Data> = { data: Data | undefined; dataUpdatedAt: number; errorUpdatedAt: number }

/** The latest answer, content or refusal: a poll that fails later takes nothing back, and shows nothing old again. */
function useLatest<Data>(question: string, read: Read<Data>, refusal: ErrorCode | null) {
  const [latest, setLatest] = useState(() => {
    const said = readKeptAnswer<Data>(question)
    // An answer in memory may be older than the kept one.
    const dataAt = said && read.dataUpdatedAt <= said.at ? read.dataUpdatedAt : 0
    return { said, isKept: true, dataAt, errorAt: 0 }
  })
  const { said, dataAt, errorAt } = latest
  // Not by which is the later one: the browser's clock may be set back.
  if (read.data !== undefined && read.dataUpdatedAt !== dataAt) {
    const answer: Said<Data> = { data: read.data, refusal: null, at: read.dataUpdatedAt }
    setLatest({ said: answer, isKept: false, dataAt: read.dataUpdatedAt, errorAt })
  } else if (refusal && read.errorUpdatedAt !== errorAt) {
    const answer: Said<Data> = { data: said?.data ?? null, refusal, at: read.errorUpdatedAt }
    setLatest({ said: answer, isKept: false, dataAt, errorAt: read.errorUpdatedAt })
  }
  const { data = null, refusal: refused = null, at = 0 } = said ?? {}
  // A wall tells from when it is by the minute.
  const minute = Math.floor(at / 60_000) * 60_000
  useEffect(() => {
    if (data !== null || refused !== null) keepAnswer(question, { data, refusal: refused, at: minute })
  }, [question, data, refused, minute])
  return latest
}
