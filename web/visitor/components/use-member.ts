import { useEffect, useState } from 'react'
import { getMyInfo, type Member } from '../../../contract/member.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { storedMember, storeMember } from '../../api/session.ts'

/** The signed-in member: at once as stored, then as the service knows them (an administrator may change the tier). */
export function useMember(): Member {
  const { data } = useRead(getMyInfo, {})
  // Kept, because this phone may forget the member a moment before the last screen is gone.
  const [stored] = useState(storedMember)
  useEffect(() => {
    if (data) storeMember(data)
  }, [data])
  const member = data ?? stored
  if (!member) throw new Error('nobody is signed in')
  return member
}
