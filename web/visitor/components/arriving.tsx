import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getMyInfo } from '../../../contract/member.ts'
import { recognise } from '../../api/arrival.ts'
import { queryClient } from '../../api/reads/use-read.ts'
import { admit, forgetMember, hasUserId, wantThis } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { ScreenSkeleton } from '../../ui/screen-skeleton.tsx'

/** For new tabs and mailed links, until the service says who is signed in. */
export default function Arriving({ onKnown }: { onKnown: () => void }) {
  useEffect(() => {
    let isLeft = false
    void recognise().then((member) => {
      if (isLeft) return
      if (member) {
        admit(member)
        // Saves the screen a call.
        queryClient.setQueryData([getMyInfo.path, {}], member)
        return onKnown()
      }
      // Otherwise login and dashboard would redirect to each other forever.
      if (hasUserId()) forgetMember()
      return navigate(PATHS.login, { replace: true, state: wantThis(null) })
    })
    return () => {
      isLeft = true
    }
    // Asked once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <ScreenSkeleton />
}
