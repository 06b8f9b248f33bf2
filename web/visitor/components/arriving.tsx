import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getMyInfo } from '../../../contract/member.ts'
import { recognise } from '../../api/arrival.ts'
import { queryClient } from '../../api/reads/use-read.ts'
import { admit, forgetMember, hasUserId, wantThis } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { ScreenSkeleton } from '../../ui/screen-skeleton.tsx'

/** Stands in a new tab, or behind a link of a mail, until the service says who has come; else leads to the login. */
export default function Arriving({ onKnown }: { onKnown: () => void }) {
  useEffect(() => {
    let isLeft = false
    void recognise().then((member) => {
      if (isLeft) return
      if (member) {
        admit(member)
        // The screen need not ask again.
        queryClient.setQueryData([getMyInfo.path, {}], member)
        return onKnown()
      }
      // Half a session would send login and dashboard back and forth for ever.
      if (hasUserId()) forgetMember()
      return navigate(PATHS.login, { replace: true, state: wantThis(null) })
    })
    return () => {
      isLeft = true
    }
    // The question is asked once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <ScreenSkeleton />
}
