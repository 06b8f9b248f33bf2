import { navigate } from 'wouter/use-browser-location'
import type { Member } from '../../contract/member.ts'
import { onSignedOut } from './client.ts'
import { PATHS } from '../paths.ts'
import { readStored, storeForSession } from '../browser/session-storage.ts'

const USER_ID = 'user_id'
const USER_DATA = 'user_data'

/** True when somebody signed in here; says nothing of whether the service still knows them. */
export const hasUserId = (): boolean => sessionStorage.getItem(USER_ID) !== null

/** The member who signed in on this phone, as last heard of. */
export function storedMember(): Member | null {
  return hasUserId() ? (readStored(USER_DATA) as Member | null) : null
}

export function storeMember(member: Member): void {
  const isNew = sessionStorage.getItem(USER_ID) !== String(member.id)
  storeForSession(USER_ID, String(member.id))
  storeForSession(USER_DATA, JSON.stringify(member))
  if (isNew) tellOtherTabs(member.id)
}

const forgetting = new Set<() => void>()

/** Says how to drop what a module holds in memory of the signed-in user. */
export function onForget(forget: () => void): void {
  forgetting.add(forget)
}

function forgetAnswers() {
  for (const forget of forgetting) forget()
}

/** Forgets everything that this tab knows of the member, answers in memory included. */
export function forgetMember(): void {
  sessionStorage.clear()
  forgetAnswers()
}

/** The session is over: forgets the member in every tab of this phone. */
export function endSession(): void {
  forgetMember()
  tellOtherTabs(null)
}

let otherTabs: BroadcastChannel | undefined

// The session's cookie belongs to the whole browser: the other tabs get the member who is signed in now, or null.
function tellOtherTabs(memberId: number | null) {
  // oxlint-disable-next-line require-post-message-target-origin -- A channel reaches this origin only.
  otherTabs?.postMessage(memberId)
}

/**
 * A session that ends, for the service or in another tab, leads to the login of its side; in another tab only from an
 * address that is for members.
 */
export function watchSession(isForMembers: (address: string) => boolean): void {
  onSignedOut((audience) => {
    if (audience === 'member') endSession()
    else forgetAnswers()
    navigate(audience === 'member' ? PATHS.login : PATHS.adminLogin, { replace: true })
  })
  otherTabs = new BroadcastChannel('session')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<number | null>) => {
    if (!hasUserId() || sessionStorage.getItem(USER_ID) === String(data)) return
    forgetMember()
    if (isForMembers(location.pathname)) navigate(PATHS.login, { replace: true })
  })
}
