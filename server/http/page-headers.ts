import type { FastifyReply } from 'fastify'

// Boards use fullscreen and wake lock; administrators copy addresses and scan codes.
const PERMISSIONS = [
  'camera=(self), clipboard-write=(self), fullscreen=(self), screen-wake-lock=(self)',
  'accelerometer=(), autoplay=(), clipboard-read=(), display-capture=(), encrypted-media=(), gamepad=()',
  'geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=()',
  'midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), serial=(), usb=()',
  'xr-spatial-tracking=()',
].join(', ')

export const NOT_LISTED = ['x-robots-tag', 'noindex, nofollow'] as const

/** The addresses of boards and day sheets are secrets: neither indexed nor cached. */
export function setPageHeaders(reply: FastifyReply) {
  const isOfferedToAll = !/^\/(display|day-sheet)(\/|\?|$)/.test(reply.request.url)
  reply
    .header('permissions-policy', PERMISSIONS)
    .header('cache-control', isOfferedToAll ? 'no-cache' : 'no-store')
  if (!isOfferedToAll) reply.header(...NOT_LISTED)
}
