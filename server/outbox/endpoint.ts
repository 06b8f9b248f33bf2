/** Hosts of the push services of browsers; of those that begin with a dot every host below. */
const SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether an address that a browser gives may be sent to: HTTPS at the push service of a known browser, or one of the
 * origins in `others`. The service calls no other address because somebody has written it into a form.
 */
export function isPushEndpoint(address: string, others: readonly string[] = []): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(address)
  if (username !== '' || password !== '') return false
  if (others.includes(origin)) return true
  const isKnown = SERVICES.some((known) =>
    known.startsWith('.') ? hostname.endsWith(known) : hostname === known,
  )
  return isKnown && protocol === 'https:' && port === ''
}
