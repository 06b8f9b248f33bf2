import { getPublicInfo } from '../../../contract/public-info.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useWallRead } from '../use-wall-read.ts'
import { FacePlate } from './face-plate.tsx'

/** It changes hardly ever, and a wall can be told to load itself anew. */
const POLL_MS = 10 * 60_000

/** The event's face on a room's board: its logo, or its name in its colour. */
export default function BoardFace({ now }: { now: Instant }) {
  const info = useWallRead(getPublicInfo, {}, now, { poll: POLL_MS }).last
  return info && <FacePlate face={info.face} name={info.event_name} />
}
