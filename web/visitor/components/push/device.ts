import { allowPush, getPush, stopPush } from '../../../../contract/push.ts'
import { call } from '../../../api/client.ts'

export type DeviceState =
  | { kind: 'not_sent' | 'not_supported' | 'in_kakaotalk' | 'needs_home_screen' | 'denied' }
  | { kind: 'off' | 'on'; key: string }

// Local storage: the member whose notifications this phone gets.
const TELLS_OF = 'push_member'

const READY_MS = 20_000

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Notifications need an app on the home screen there. An iPad calls itself a Mac, which has no touch screen. */
const isUninstalledApple = () =>
  (/iPhone|iPad/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)) &&
  !matchMedia('(display-mode: standalone)').matches

const find = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** Throws if the service does not answer. */
export async function readDevice(): Promise<DeviceState> {
  const { public_key: key } = await call(getPush, {})
  if (key === null) return { kind: 'not_sent' }
  if (/KAKAOTALK/i.test(navigator.userAgent)) return { kind: 'in_kakaotalk' }
  if (!isSupported()) return { kind: isUninstalledApple() ? 'needs_home_screen' : 'not_supported' }
  if (Notification.permission === 'denied') return { kind: 'denied' }
  const isTold = localStorage.getItem(TELLS_OF) !== null
  const isOn = isTold && Notification.permission === 'granted' && (await find()) !== null
  return { kind: isOn ? 'on' : 'off', key }
}

export const canBeAsked = (): boolean => isSupported() && Notification.permission === 'default'

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/** Returns false if the visitor refuses; throws on failures. */
export async function turnOn(key: string, member_id: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  // Never ready where it cannot be installed.
  const late = new Promise<never>((_, reject) => setTimeout(reject, READY_MS))
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late])
  const before = await pushManager.getSubscription()
  // Made for an older key of the service.
  if (before && !isOf(before, key)) await before.unsubscribe()
  const how = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  await tellService(await pushManager.subscribe(how), member_id)
  return true
}

const isOf = ({ options }: PushSubscription, key: string) =>
  options.applicationServerKey !== null &&
  bytesOf(key).toString() === new Uint8Array(options.applicationServerKey).toString()

async function tellService(subscription: PushSubscription, member_id: number) {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(allowPush, { body: { endpoint: endpoint!, keys: { p256dh, auth } } })
  localStorage.setItem(TELLS_OF, String(member_id))
}

/** Throws if the service does not answer; the browser shows nothing even then. */
export async function turnOff() {
  const subscription = await leaveDevice()
  if (subscription) await call(stopPush, { body: { endpoint: subscription.endpoint } })
}

/** Needs no network. Returns the old subscription. */
export async function leaveDevice(): Promise<PushSubscription | null> {
  localStorage.removeItem(TELLS_OF)
  if (!isSupported()) return null
  const subscription = await find().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  return subscription
}

/** Another member's subscription is removed. Failures wait for the next visit. */
export async function keepDevice(member_id: number) {
  if (!isSupported() || Notification.permission !== 'granted') return
  try {
    const subscription = await find()
    if (!subscription) return
    if (localStorage.getItem(TELLS_OF) !== String(member_id)) return await turnOff()
    const { public_key } = await call(getPush, {})
    if (public_key === null) return
    if (isOf(subscription, public_key)) await tellService(subscription, member_id)
    else await turnOn(public_key, member_id)
  } catch {
    // No network.
  }
}
