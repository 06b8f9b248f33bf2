import { getPublicInfo } from '../../../contract/public-info.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useWallRead } from '../use-wall-read.ts'
import { FacePlate } from './face-plate.tsx'

/** Branding hardly changes, and a command can reload the wall. */
const POLL_MS = 10 * 60_000

export default function BoardFace({ now }: { now: Instant }) {
  const info = useWallRead(getPublicInfo, {}, now, { poll: POLL_MS }).last
  return info && <FacePlate face={info.face} name={info.event_name} />
}
