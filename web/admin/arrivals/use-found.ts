import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findArrival, type Arrival } from '../../../contract/admin/arrivals.ts'
import { codeIn, spacedCode } from '../../../domain/arrival.ts'
import { call } from '../../api/client.ts'
import { failureText } from '../components/with-toast.ts'
import { useQueryParams } from '../components/use-query-params.ts'

export type Found =
  | { state: 'looking'; code: string }
  | { state: 'found'; code: string; arrival: Arrival }
  | { state: 'failed'; code: string; text: string }

const unknownText = (code: string) =>
  `${spacedCode(code)} 코드의 예약을 찾을 수 없습니다. 코드를 확인하거나 이름으로 찾아주세요.`

/**
 * The reservation of the code last scanned, typed or in the address. The list is searched first: it needs no
 * network.
 */
export function useFound(arrivals: readonly Arrival[]) {
  const [found, setFound] = useState<Found | null>(null)
  const latest = useRef('')
  const { values, change } = useQueryParams()
  const find = async (text: string): Promise<boolean> => {
    const code = codeIn(text)
    if (code === null) {
      setFound({
        state: 'failed',
        code: text,
        text: '입장 코드가 아닙니다. 코드를 확인하거나 이름으로 찾아주세요.',
      })
      return false
    }
    latest.current = code
    const known = arrivals.find(({ arrival_code }) => arrival_code === code)
    if (known) setFound({ state: 'found', code, arrival: known })
    else {
      setFound({ state: 'looking', code })
      const answer: Found = await call(findArrival, { query: { code } }).then(
        ({ arrival }) =>
          arrival ? { state: 'found', code, arrival } : { state: 'failed', code, text: unknownText(code) },
        (failure: unknown) => ({
          state: 'failed',
          code,
          text: failureText(failure, '코드를 확인하지 못했습니다.'),
        }),
      )
      // Ignore the answer if another code has been scanned since.
      if (latest.current === code) setFound(answer)
    }
    return true
  }
  const asked = values.get('code')
  const findAsked = useEffectEvent((code: string) => {
    change({ code: undefined }, { replace: true })
    void find(code)
  })
  useEffect(() => {
    if (asked === null) return undefined
    // Not in the effect itself: `change` re-renders with another address.
    const timer = setTimeout(findAsked, 0, asked)
    return () => clearTimeout(timer)
  }, [asked])
  // Use the list's version: a colleague may have marked it since.
  const now =
    found?.state === 'found' ? (arrivals.find(({ id }) => id === found.arrival.id) ?? found.arrival) : null
  return {
    found: found?.state === 'found' && now ? { ...found, arrival: now } : found,
    find,
    clear: () => {
      latest.current = ''
      setFound(null)
    },
  }
}
