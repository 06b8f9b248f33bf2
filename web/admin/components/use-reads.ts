import { useEffect, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { adminToast } from '../../ui/toast.ts'

/** The fields of a `useRead` result that are needed to make several of them one. */
export type Read<Data = unknown> = {
  data: Data
  error: Error | null
  isEnabled: boolean
  isPlaceholderData: boolean
  staleSince: string | null
  refetch: () => Promise<{ error: Error | null }>
}

type AllData<Reads extends Record<string, Read>> = {
  [Name in keyof Reads]: Exclude<Reads[Name]['data'], undefined>
}

type Options = {
  /** A banner that stays over older data shows its failure; otherwise a card while there is none, and a toast. */
  isBanner?: boolean
  /** Reads that are reloaded with the rest, and not waited for. */
  beside?: readonly Read[]
}

/**
 * Several reads of one screen as one: `data` once all of it is there, and the failure for `LoadState`. `failed` is what
 * it says that could not be loaded.
 */
export function useReads<Reads extends Record<string, Read>>(
  needed: Reads,
  failed: string | ((problem: Error) => string),
  { isBanner = false, beside = [] }: Options = {},
) {
  const [isReloading, setReloading] = useState(false)
  const reads = Object.values(needed)
  const titleOf = (problem: Error) => (typeof failed === 'string' ? failed : failed(problem))
  const problem = reads.find(({ data, error }) => isFailure(error) && (isBanner || data === undefined))?.error
  const title = problem ? titleOf(problem) : null
  const toast = isBanner ? null : title
  useEffect(() => {
    if (toast !== null) adminToast.error(toast)
  }, [toast])
  const reload = async () => {
    setReloading(true)
    const asked = [...reads, ...beside].filter(({ isEnabled }) => isEnabled)
    const answers = await Promise.all(asked.map(({ refetch }) => refetch()))
    setReloading(false)
    const again = answers.map(({ error }) => error).find(isFailure)
    if (again && !isBanner) adminToast.error(titleOf(again))
  }
  const staleSince = reads.find((read) => read.staleSince !== null)?.staleSince ?? null
  return {
    data: reads.every(({ data }) => data !== undefined)
      ? (Object.fromEntries(Object.entries(needed).map(([name, { data }]) => [name, data])) as AllData<Reads>)
      : undefined,
    failure: problem && title !== null ? { title, reason: reasonOf(problem), staleSince, isBanner } : null,
    staleSince,
    /** The data shown is the answer to another page or search, and the answer to this one is on its way. */
    isBusy: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    isReloading,
    reload: () => void reload(),
  }
}

// An administrator who is signed out is led to the login, which says so.
const isFailure = (error: Error | null): error is Error =>
  error !== null && !(error instanceof ApiError && error.status === 401)

const reasonOf = (problem: Error) =>
  problem instanceof ApiError ? problem.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'
