import { navigate } from 'wouter/use-browser-location'
import type { Member } from '../contract/my-account.ts'
import { onSignedOut } from './api.ts'
import { PATHS } from './paths.ts'

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

let forgetAnswers = () => {}

/** Says how to drop the answers in memory; nothing to drop until a screen that reads has been loaded. */
export function onForget(forget: () => void): void {
  forgetAnswers = forget
}

/** Forgets everything that this phone knows of the member, answers in memory included. */
export function forgetMember(): void {
  sessionStorage.clear()
  forgetAnswers()
}

/** A call that the service refuses for want of a session leads to the login of its side. */
export function watchSession(): void {
  onSignedOut((audience) => {
    if (audience === 'member') forgetMember()
    else forgetAnswers()
    navigate(audience === 'member' ? PATHS.login : PATHS.adminLogin, { replace: true })
  })
}
