import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getMyInfo, type Member } from '../contract/member.ts'
import { onSignedOut } from './api.ts'
import { PATHS } from './paths.ts'
import { queryClient, useRead } from './query.ts'

const USER_ID = 'user_id'
const USER_DATA = 'user_data'

/** True when somebody signed in here; says nothing of whether the service still knows them. */
export const hasUserId = (): boolean => sessionStorage.getItem(USER_ID) !== null

/** The member who signed in on this phone, as last heard of. */
export function storedMember(): Member | null {
  if (!hasUserId()) return null
  try {
    return JSON.parse(sessionStorage.getItem(USER_DATA) ?? 'null') as Member | null
  } catch {
    return null
  }
}

export function storeMember(member: Member): void {
  sessionStorage.setItem(USER_ID, String(member.id))
  sessionStorage.setItem(USER_DATA, JSON.stringify(member))
}

/** Forgets everything that this phone knows of the member, answers in memory included. */
export function forgetMember(): void {
  sessionStorage.clear()
  queryClient.clear()
}

/** A call that the service refuses for want of a session leads to the login of its side. */
export function watchSession(): void {
  onSignedOut((audience) => {
    if (audience === 'member') forgetMember()
    else queryClient.clear()
    navigate(audience === 'member' ? PATHS.login : PATHS.adminLogin, { replace: true })
  })
}

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
