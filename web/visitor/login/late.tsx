import { useEffect } from 'react'
import { recognise, wasSignedIn } from '../../api/arrival.ts'
import { PATHS } from '../../paths.ts'
import type { GoOn } from './go-on.ts'

export { callAfterLogout } from '../../api/writes/pending-logout.ts'

const isTyping = () => [...document.querySelectorAll('input')].some(({ value }) => value !== '')

/** Forwards a signed-in member, but never interrupts typing. Shows what no first visit waits for. */
export default function LivingSession({ goOn }: { goOn: GoOn }) {
  useEffect(() => {
    let isLeft = false
    const go = async () => {
      // A newcomer's 401 would be logged in the console.
      if (!wasSignedIn()) return
      const member = await recognise()
      if (member && !isLeft && !isTyping()) goOn(member, {})
    }
    const ask = () => void go()
    ask()
    // The first call may have failed, or another tab may have signed in.
    addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isLeft = true
      removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [goOn])
  return (
    <a className="button" data-kind="quiet" href={PATHS.privacy}>
      개인정보 안내
    </a>
  )
}
