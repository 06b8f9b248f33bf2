import { useEffect, useState } from 'react'
import { FormError } from './form-error.tsx'

// Long enough for a browser to have reported the empty region to assistive technology.
const SETTLES_MS = 100

/** Says at a login that a session has ended, for as long as one is there; not at once, or it would not be read out. */
export function EndedNote() {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLES_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return <FormError text={isSettled ? '로그인이 만료되었습니다. 다시 로그인해주세요.' : null} />
}
