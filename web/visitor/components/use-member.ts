import { useEffect, useState } from 'react'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { forgetMember, hasUserId, storedMember, storeMember } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'

/** From storage at once, then from the service: an administrator may change the tier. */
export function useMember(): Member {
  const { data } = useRead(getMyInfo, {})
  // A logout may clear storage while the last screen is still mounted.
  const [stored] = useState(storedMember)
  useEffect(() => {
    // A screen that is still opening may come here after the logout.
    if (!data || !hasUserId()) return
    // The cookie is another member's, as in a restored tab: nothing of the previous one may stay.
    const isOther = (storedMember() ?? data).id !== data.id
    if (isOther) forgetMember()
    storeMember(data)
    if (isOther) location.replace(PATHS.dashboard)
  }, [data])
  const member = data ?? stored
  if (!member) throw new Error('nobody is signed in')
  return member
}
