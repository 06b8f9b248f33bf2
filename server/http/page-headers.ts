import type { FastifyReply } from 'fastify'

// A board keeps its screen on and fills it, an administrator copies an address and scans codes; nothing else of a device is used.
const USED = ['camera', 'clipboard-write', 'fullscreen', 'screen-wake-lock']
const UNUSED = [
  'accelerometer',
  'autoplay',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = [...USED.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(
  ', ',
)

/** The header that keeps an address out of search engines. */
export const NOT_LISTED = ['x-robots-tag', 'noindex, nofollow'] as const

/** A page's own headers. Boards and day sheets, whose address is their key, are neither indexed nor cached. */
export function setPageHeaders(reply: FastifyReply) {
  const isOfferedToAll = !/^\/(display|day-sheet)(\/|\?|$)/.test(reply.request.url)
  reply
    .header('permissions-policy', PERMISSIONS)
    .header('cache-control', isOfferedToAll ? 'no-cache' : 'no-store')
  if (!isOfferedToAll) reply.header(...NOT_LISTED)
}
