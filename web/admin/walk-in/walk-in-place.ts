import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'

/** Where a walk-in takes place: a docent's tour or a room. */
export type WalkInPlace = { kind: 'tour'; place: Docent } | { kind: 'room'; place: Room }
