import { useEffect } from 'react'
import { recognise, wasSignedIn } from '../../api/arrival.ts'
import { goOn } from './go-on.ts'

const isTyping = () => [...document.querySelectorAll('input')].some(({ value }) => value !== '')

/** Leads a member on whose session is alive. The form does not wait for that, and one who types goes on typing. */
export function useLivingSession(): void {
  useEffect(() => {
    let isLeft = false
    const go = async () => {
      // A newcomer's question would be an error on the console.
      if (!wasSignedIn()) return
      const member = await recognise()
      if (member && !isLeft && !isTyping()) goOn(member, {})
    }
    const ask = () => void go()
    ask()
    // The question may have gone unanswered, and another tab may have brought a session.
    addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isLeft = true
      removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
}
