import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { recognise } from '../../api/arrival.ts'
import { wasSignedIn } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { maySeePass, readPass } from '../components/pass/kept-pass.ts'
import { hasCookies, sayNeeded } from '../../browser/missing-storage.ts'
import type { GoOn } from './go-on.ts'

export { callAfterLogout as send } from '../../api/writes/pending-logout.ts'

const isTyping = () => [...document.querySelectorAll('input')].some(({ value }) => value !== '')

/** Forwards a signed-in member, also while the service does not answer, but never interrupts typing. */
export default function LivingSession({ goOn }: { goOn: GoOn }) {
  useEffect(() => {
    if (!hasCookies()) sayNeeded()
    let isLeft = false
    const go = async () => {
      // A newcomer's 401 would be logged in the console.
      const member = wasSignedIn() ? await recognise() : null
      // Deletes the pass of an ended session.
      readPass()
      if (isLeft || isTyping()) return
      if (member) goOn(member, {})
      else if (maySeePass()) navigate(PATHS.dashboard, { replace: true })
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
