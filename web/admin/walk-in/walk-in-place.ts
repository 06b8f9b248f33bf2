import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'

export type WalkInPlace = { kind: 'tour'; place: Docent } | { kind: 'room'; place: Room }
