import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findArrival, UNKNOWN_CODE_TEXT, type Arrival } from '../../../contract/admin/arrivals.ts'
import { codeIn, spacedCode } from '../../../domain/arrival.ts'
import { call, NetworkError } from '../../api/client.ts'
import { failureText } from '../components/with-toast.ts'
import { useQueryParams } from '../components/use-query-params.ts'

export type Found =
  | { state: 'looking'; code: string }
  | { state: 'found'; code: string; arrival: Arrival }
  /** `isUnchecked`: without a network. */
  | { state: 'failed'; code: string; text: string; isUnchecked?: true }

const NO_CODE_TEXT = '입장 코드가 아닙니다. 코드를 확인하거나 이름으로 찾아주세요.'

/**
 * The reservation of the code last scanned, typed or in the address. The list is searched first: it needs no
 * network.
 */
export function useFound(arrivals: readonly Arrival[]) {
  const [found, setFound] = useState<Found | null>(null)
  const latest = useRef<string | null>(null)
  const { values, change } = useQueryParams()
  const find = async (text: string) => {
    const code = codeIn(text)
    latest.current = code
    if (code === null) return setFound({ state: 'failed', code: text, text: NO_CODE_TEXT })
    const known = arrivals.find(({ arrival_code }) => arrival_code === code)
    if (known) return setFound({ state: 'found', code, arrival: known })
    setFound({ state: 'looking', code })
    const answer = await lookUp(code)
    // Ignore the answer if another code has been scanned since.
    if (latest.current === code) setFound(answer)
  }
  const asked = values.get('code')
  const findAsked = useEffectEvent(async (code: string) => {
    await find(code)
    // Kept for the login if the session has ended.
    if (location.search.includes('code=')) change({ code: '' }, { replace: true })
  })
  useEffect(() => {
    if (asked !== null) queueMicrotask(() => void findAsked(asked))
  }, [asked])
  const unchecked = found?.state === 'failed' && found.isUnchecked ? found.code : null
  const findAgain = useEffectEvent(() => void (unchecked && find(unchecked)))
  useEffect(() => {
    addEventListener('online', findAgain)
    return () => removeEventListener('online', findAgain)
  }, [])
  // Use the list's version: a colleague may have marked it since.
  const listed = arrivals.find((each) =>
    found?.state === 'found' ? each.id === found.arrival.id : unchecked && each.arrival_code === unchecked,
  )
  return {
    found: listed && found ? { state: 'found' as const, code: found.code, arrival: listed } : found,
    find: (text: string) => void find(text),
    clear: () => {
      latest.current = null
      setFound(null)
    },
  }
}

async function lookUp(code: string): Promise<Found> {
  try {
    const { arrival } = await call(findArrival, { query: { code } })
    return arrival
      ? { state: 'found', code, arrival }
      : { state: 'failed', code, text: `${spacedCode(code)} ${UNKNOWN_CODE_TEXT}` }
  } catch (failure) {
    if (!(failure instanceof NetworkError))
      return { state: 'failed', code, text: failureText(failure, '코드를 확인하지 못했습니다.') }
    const text = `입장 코드 ${spacedCode(code)} · 연결되면 확인합니다`
    return { state: 'failed', code, text, isUnchecked: true }
  }
}
