import { useEffect, useState } from 'react'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { forgetMember, storedMember, storeMember } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'

/** The signed-in member: at once as stored, then as the service knows them (an administrator may change the tier). */
export function useMember(): Member {
  const { data } = useRead(getMyInfo, {})
  // Kept, because this phone may forget the member a moment before the last screen is gone.
  const [stored] = useState(storedMember)
  useEffect(() => {
    if (!data) return
    // The cookie is another's: a restored tab may have missed that. Nothing of the one before may stay, typed or shown.
    const isOther = storedMember() !== null && storedMember()?.id !== data.id
    if (isOther) forgetMember()
    storeMember(data)
    if (isOther) location.replace(PATHS.dashboard)
  }, [data])
  const member = data ?? stored
  if (!member) throw new Error('nobody is signed in')
  return member
}
