import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../domain/madrid-time.ts'

type Holder = { id: number; email: string }

/** Signed token that proves this installation mailed it to its holder. */
export function makeMailedToken({ id, email }: Holder, until: Instant, key: Buffer): string {
  const proof = createHmac('sha256', key).update(`${id} ${email} ${until}`).digest('base64url')
  return `${until}.${proof}`
}

export function isMailedToken(
  token: string,
  holder: Holder,
  { key, longest }: { key: Buffer; longest: number },
  now: Instant,
): boolean {
  const until = Number(token.split('.')[0])
  if (!Number.isSafeInteger(until) || until <= now || until > now + longest) return false
  const [given, expected] = [token, makeMailedToken(holder, until, key)].map((text) => Buffer.from(text))
  return given!.length === expected!.length && timingSafeEqual(given!, expected!)
}
