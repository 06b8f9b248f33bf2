import { navigate } from 'wouter/use-browser-location'
import type { Member } from '../../contract/member.ts'
import { abortReads, ApiError, onSignedOut } from './client.ts'
import { PATHS } from '../paths.ts'
import { readStored, storeForSession } from '../browser/session-storage.ts'

// The name under which session storage keeps the member who is signed in.
const ID = 'user_id'
const USER_DATA = 'user_data'

// The names of what a member has typed, chosen and begun. When a session ends by itself it stays in the tab, for that member.
const TYPED = /^(?:draft|sent):|^(?:booked_slots|dashboard)$/
const WAITS_FOR = 'waits_for'

/** The name in local storage of a note that somebody has signed in here, and has neither left nor been refused since. */
export const SIGNED_IN = 'signed_in'

/** The name in local storage of a logout that the service has not heard of, which no tab may overlook. */
export const LEAVING = 'leaving'

const memberId = () => sessionStorage.getItem(ID)

/** True when somebody signed in here; says nothing of whether the service still knows them. */
export const hasUserId = (): boolean => memberId() !== null

/** The member who signed in on this phone, as last heard of. */
export function storedMember(): Member | null {
  return hasUserId() ? (readStored(USER_DATA) as Member | null) : null
}

export function storeMember(member: Member): void {
  const isNew = memberId() !== String(member.id)
  storeForSession(ID, String(member.id))
  storeForSession(USER_DATA, JSON.stringify(member))
  localStorage.setItem(SIGNED_IN, 'yes')
  if (isNew) tellOtherTabs(member.id)
}

const forgetting = new Set<() => void>()

/** Says how to drop what a module holds in memory of the signed-in user. */
export function onForget(forget: () => void): void {
  forgetting.add(forget)
}

/** Forgets the answers that are held in memory, and those that are on their way. */
export function forgetAnswers(): void {
  for (const forget of forgetting) forget()
  abortReads()
}

/** Forgets everything that this tab knows of the member, answers in memory included. */
export function forgetMember(): void {
  sessionStorage.clear()
  forgetAnswers()
}

/** A member comes in, and finds what waits for them in this tab, and nothing of anybody else. */
export function admit(member: Member): void {
  if (sessionStorage.getItem(WAITS_FOR) !== String(member.id)) forgetMember()
  sessionStorage.removeItem(WAITS_FOR)
  localStorage.removeItem(LEAVING)
  storeMember(member)
}

/** The member has left: forgets them in every tab of this phone. */
export function endSession(): void {
  forgetMember()
  localStorage.removeItem(SIGNED_IN)
  tellOtherTabs(null)
}

/** True while the service may not know of a logout: until it does, its cookie is no longer anybody's. */
export const isLeaving = (): boolean => localStorage.getItem(LEAVING) !== null

/** The service's own answer that nobody is signed in: not a bad moment of it, nor a network that wants a login first. */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.isOwn && [401, 403].includes(failure.status)

/** The state of a login's history entry: a reload keeps it, and a user who opens the login anew begins anew. */
export type LoginState = {
  /** The address where the user wanted to be. */
  wanted?: string
  /** The user whose session has ended there; empty when nobody is known. */
  owner?: string
  /** The state of the entry there, as a chosen time: of interest to its owner alone. */
  state?: unknown
  has_ended?: boolean
}

/** For the entry of the login to which a user is led from here; `owner` is null where nobody was signed in. */
export const wantThis = (owner: string | null): LoginState => ({
  wanted: location.pathname + location.search + location.hash,
  owner: owner ?? '',
  // Without the dialogs that are open there.
  state: owner && { ...history.state, dialogs: undefined },
  has_ended: owner !== null,
})

let otherTabs: BroadcastChannel | undefined

const ENDED = 'ended'
type News = number | null | typeof ENDED

// The session's cookie belongs to the whole browser: the other tabs get the member who is signed in now, null after a
// logout, or that the session has ended by itself.
function tellOtherTabs(news: News) {
  // oxlint-disable-next-line require-post-message-target-origin -- A channel reaches this origin only.
  otherTabs?.postMessage(news)
}

/**
 * A member's session that ends, for the service or in another tab, leads to the login, from where one is needed. The
 * frame of the administrators' screens looks after theirs.
 */
export function watchSession(audienceOf: (address: string) => string | undefined): void {
  const lead = (state?: LoginState) => {
    if (audienceOf(location.pathname) === 'member') navigate(PATHS.login, { replace: true, state })
  }
  const lose = () => {
    const owner = memberId()
    const state = wantThis(owner)
    if (owner !== null) loseMember(owner)
    lead(state)
  }
  onSignedOut((side) => {
    // A tab that knows no member has only asked who comes, and knows what to do.
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
  // A tab that slept through the logout.
  if (isLeaving()) forgetMember()
}

/** The member's session is over without their doing: what was typed waits for them. */
function loseMember(id: string) {
  for (const name of Object.keys(sessionStorage)) if (!TYPED.test(name)) sessionStorage.removeItem(name)
  storeForSession(WAITS_FOR, id)
  localStorage.removeItem(SIGNED_IN)
  forgetAnswers()
}
