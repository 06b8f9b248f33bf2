import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getMyInfo } from '../../../contract/member.ts'
import { recognise } from '../../api/arrival.ts'
import { queryClient } from '../../api/reads/use-read.ts'
import { admit, forgetMember, hasUserId, wantThis } from '../../api/session.ts'
import { sayNeeded } from '../../browser/missing-storage.ts'
import { PATHS } from '../../paths.ts'
import { lazy } from '../../shell/lazy.tsx'
import { ScreenSkeleton } from '../../ui/page.tsx'
import { maySeePass } from './pass/kept-pass.ts'

const SLOW_MS = 3_000
const AGAIN_MS = 10_000

const OfflinePass = lazy(() => import('./pass/offline-pass.tsx'), { Fallback: ScreenSkeleton })

/** For new tabs and mailed links, until the service says who is signed in. */
export default function Arriving({ onKnown }: { onKnown: () => void }) {
  const [isUnanswered, setUnanswered] = useState(false)
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout>
    const slow = setTimeout(() => maySeePass() && setUnanswered(true), SLOW_MS)
    const again = () => void ask()
    const ask = async () => {
      clearTimeout(timer)
      const member = await recognise()
      if (isLeft) return
      if (member) {
        isLeft = true
        admit(member)
        if (!hasUserId()) return sayNeeded()
        // Saves the screen a call.
        queryClient.setQueryData([getMyInfo.path, {}], member)
        return onKnown()
      }
      if (maySeePass()) {
        clearTimeout(timer)
        timer = setTimeout(again, AGAIN_MS)
        return setUnanswered(true)
      }
      // Otherwise login and dashboard would redirect to each other forever.
      if (hasUserId()) forgetMember()
      navigate(PATHS.login, { replace: true, state: wantThis(null) })
    }
    again()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    // Another tab may have logged out.
    addEventListener('storage', again)
    return () => {
      isLeft = true
      clearTimeout(timer)
      clearTimeout(slow)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('storage', again)
    }
    // Asked once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return isUnanswered ? <OfflinePass /> : <ScreenSkeleton />
}
