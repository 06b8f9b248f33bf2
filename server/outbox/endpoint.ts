/** Push services of browsers; a leading dot includes subdomains. */
const SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * HTTPS at a known push service, or one of the origins in `others`. Prevents requests to invented addresses.
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
