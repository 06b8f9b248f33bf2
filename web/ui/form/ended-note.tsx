import { useEffect, useState } from 'react'
import { FormError } from './form.tsx'

// Time for browsers to expose the empty region.
const SETTLES_MS = 100

/** Delayed, because screen readers announce changes of a region, not its first content. */
export function EndedNote() {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLES_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return <FormError text={isSettled ? '로그인이 만료되었습니다. 다시 로그인해주세요.' : null} />
}
