import { navigate } from 'wouter/use-browser-location'
import type { Member } from '../../contract/member.ts'
import { abortReads, ApiError, onSignedOut } from './client.ts'
import { PATHS } from '../paths.ts'
import { deleteKeys, readStored, storeForSession, storeOnDevice } from '../browser/session-storage.ts'

const ID = 'user_id'
const USER_DATA = 'user_data'

const WAITS_FOR = 'waits_for'

/** Local storage: the member signed in here, neither logged out nor refused since. */
export const SIGNED_IN = 'signed_in'

export const wasSignedIn = (): boolean => localStorage.getItem(SIGNED_IN) !== null

/** Local storage: a logout that has not reached the service. */
export const LEAVING = 'leaving'

const memberId = () => sessionStorage.getItem(ID)

export const hasUserId = (): boolean => memberId() !== null

export function storedMember(): Member | null {
  return hasUserId() ? (readStored(USER_DATA) as Member | null) : null
}

export function storeMember(member: Member): void {
  const id = String(member.id)
  const isNew = memberId() !== id
  storeForSession(ID, id)
  storeForSession(USER_DATA, JSON.stringify(member))
  storeOnDevice(SIGNED_IN, id)
  if (isNew) tellOtherTabs(member.id)
}

const forgetting = new Set<() => void>()

export function onForget(forget: () => void): void {
  forgetting.add(forget)
}

export function forgetAnswers(): void {
  for (const forget of forgetting) forget()
  abortReads()
}

export function forgetMember(): void {
  deleteKeys(sessionStorage, /^(?!admin|arrival|reason)/)
  forgetAnswers()
}

/** Keeps what this member left in the tab and deletes what others left. */
export function admit(member: Member): void {
  if (sessionStorage.getItem(WAITS_FOR) !== String(member.id)) forgetMember()
  sessionStorage.removeItem(WAITS_FOR)
  localStorage.removeItem(LEAVING)
  storeMember(member)
}

/** Until the service confirms the logout, its cookie is not used. */
export const isLeaving = (): boolean => localStorage.getItem(LEAVING) !== null

/** Not from a proxy or captive portal. */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.isOwn && [401, 403].includes(failure.status)

/** In the login's history entry, so that a reload keeps it. */
export type LoginState = {
  wanted?: string
  /** The member whose session ended; empty if unknown. */
  owner?: string
  /** State of the wanted entry, only for its owner. */
  state?: unknown
  has_ended?: boolean
}

/** `owner` is null if nobody was signed in. */
export const wantThis = (owner: string | null): LoginState => ({
  wanted: location.pathname + location.search + location.hash,
  owner: owner ?? '',
  // Open dialogs are not restored.
  state: owner && { ...history.state, dialogs: undefined },
  has_ended: owner !== null,
})

let otherTabs: BroadcastChannel | undefined

const ENDED = 'ended'
type News = number | null | typeof ENDED

// All tabs share the cookie. Sends the new member's id, null after a logout, or `ENDED`.
export function tellOtherTabs(news: News) {
  // oxlint-disable-next-line require-post-message-target-origin -- A channel reaches this origin only.
  otherTabs?.postMessage(news)
}

/**
 * Leads to the login when the member's session ends, here or in another tab. Administrators have their own
 * check. Throws without storage.
 */
export function watchSession(audienceOf: (address: string) => string | undefined): void {
  for (const storage of [sessionStorage, localStorage]) {
    storage.setItem('probe', '')
    storage.removeItem('probe')
  }
  // This tab missed the logout.
  if (isLeaving()) forgetMember()
  const lead = (state?: LoginState) => {
    if (audienceOf(location.pathname) === 'member') navigate(PATHS.login, { replace: true, state })
  }
  const lose = () => {
    const owner = memberId()
    const state = wantThis(owner)
    if (owner !== null) {
      // Drafts and choices stay in the tab.
      deleteKeys(sessionStorage, /^(?!draft:|sent:|booked_slots|dashboard)/)
      storeForSession(WAITS_FOR, owner)
      localStorage.removeItem(SIGNED_IN)
      forgetAnswers()
    }
    lead(state)
  }
  onSignedOut((side) => {
    // Without a member, the call only asked who is signed in.
    if (side !== 'member' || !hasUserId()) return
    lose()
    tellOtherTabs(ENDED)
  })
  otherTabs = new BroadcastChannel('session')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<News>) => {
    const here = memberId() ?? sessionStorage.getItem(WAITS_FOR)
    if (here === null || here === String(data)) return
    if (data === ENDED) return lose()
    forgetMember()
    lead()
  })
}
