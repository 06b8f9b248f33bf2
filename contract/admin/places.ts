import * as z from 'zod/mini'
import { impact, namedDeletion, namedDeletions, deletionTerms, termsOnly } from './deletion.ts'
import { told } from './told.ts'
import { selection, deleteAll, idsText, oneOrAll } from './selection.ts'
import { several, severalAdded } from './several.ts'
import { endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, confirmation, id, line } from '../field.ts'
import { docent, docentFields, room, roomFields } from '../place.ts'

const NAME_TEXT = '이름은 2자 이상이어야 합니다.'
const CHOOSE_DOCENTS_TEXT = '삭제할 도슨트를 선택해주세요.'
/** False if missing. Not `prefault`, which would load with each form. */
export const flag = z.optional(z.boolean())
const tierFlag = z.pipe(
  flag,
  z.transform((set?: boolean) => set ?? false),
)

/** The server makes the tier consistent. */
const docentForm = z.object({
  name: line(NAME_TEXT, 50).check(z.refine((name) => /.{2}/u.test(name), NAME_TEXT)),
  language: line('언어를 입력해주세요.', 20),
  start_point: line('시작 위치를 입력해주세요.', 100),
  is_vip: tierFlag,
  is_vvip: tierFlag,
})
export type DocentForm = z.output<typeof docentForm>

export const addDocent = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/docents/',
  scope: 'schedule:write',
  summary: 'Add a docent',
  body: docentForm,
  audit: { target: 'docent', keeps: ['name', 'is_vip', 'is_vvip'] },
  response: z.extend(confirmation, { docent }),
  status: 201,
})

export const addDocents = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/docents/bulk/',
  scope: 'schedule:write',
  summary: 'Add several docents, all or nothing',
  body: z.object({ docents: several(docentForm) }),
  audit: { keeps: ['created'] },
  response: severalAdded,
  status: 201,
})

export const changeDocent = endpoint({
  role: 'manager',
  method: 'PUT',
  path: '/api/admin/docents/{id}/',
  scope: 'schedule:write',
  summary: `Change a docent; reservations that are not over follow it, and the members who have to know are mailed. ${KEEPS_OTHERS}`,
  body: z.extend(docentForm, { expected: z.optional(z.partial(z.object(docentFields))) }),
  audit: { target: 'docent', keeps: ['name', 'is_vip', 'is_vvip'] },
  response: z.extend(confirmation, { docent }),
  errors: ['changed_meanwhile'],
})

export const deleteDocent = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/docents/{id}/',
  summary: "Delete a docent with the docent's slots, and cancel the reservations that need them",
  body: termsOnly,
  audit: { target: 'docent', keeps: ['name', 'deleted'] },
  response: namedDeletion,
  errors: ['changed_meanwhile'],
})

export const deleteDocents = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/docents/',
  summary: 'Delete these docents, or all, with their slots, and cancel the reservations that need them',
  body: z
    .object({
      docent_ids: z.optional(selection(id, CHOOSE_DOCENTS_TEXT)),
      delete_all: deleteAll,
      ...deletionTerms,
    })
    .check(oneOrAll('docent_ids', CHOOSE_DOCENTS_TEXT)),
  audit: { keeps: ['docent_ids', 'delete_all', 'names', 'deleted'] },
  response: namedDeletions,
  errors: ['changed_meanwhile'],
})

export const docentImpact = endpoint({
  role: 'manager',
  path: '/api/admin/docents/{id}/impact/',
  summary: 'What deleting this docent would touch',
  response: impact,
})

export const docentsImpact = endpoint({
  role: 'manager',
  path: '/api/admin/docents/impact/',
  summary: 'What deleting these docents would touch; without ids, all of them',
  query: z.object({ ids: z.optional(idsText) }),
  response: impact,
})

export const docentToBeTold = endpoint({
  role: 'manager',
  path: '/api/admin/docents/{id}/told/',
  summary:
    "How many reservations and members would be mailed a change of the docent's name, language or start point",
  response: told,
})

const SIZE_TEXT = '수용 인원은 0보다 커야 합니다.'
const FLOOR_TEXT = '층수를 입력해주세요.'
const CHOOSE_ROOMS_TEXT = '삭제할 미팅룸을 선택해주세요.'

/** The server makes the tier consistent. */
const roomForm = z.object({
  name: line('미팅룸 이름을 입력해주세요.', 50),
  floor: z
    .int(FLOOR_TEXT)
    .check(z.minimum(1, FLOOR_TEXT), z.maximum(999, '층수는 999를 초과할 수 없습니다.')),
  size: z
    .int(SIZE_TEXT)
    .check(z.minimum(1, SIZE_TEXT), z.maximum(999, '수용 인원은 999명을 초과할 수 없습니다.')),
  is_vip: tierFlag,
  is_vvip: tierFlag,
})
export type RoomForm = z.output<typeof roomForm>

export const addRoom = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/rooms/',
  scope: 'schedule:write',
  summary: 'Add a meeting room',
  body: roomForm,
  audit: { target: 'room', keeps: ['name', 'floor', 'size', 'is_vip', 'is_vvip'] },
  response: z.extend(confirmation, { room }),
  status: 201,
})

export const addRooms = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/rooms/bulk/',
  scope: 'schedule:write',
  summary: 'Add several meeting rooms, all or nothing',
  body: z.object({ rooms: several(roomForm) }),
  audit: { keeps: ['created'] },
  response: severalAdded,
  status: 201,
})

export const changeRoom = endpoint({
  role: 'manager',
  method: 'PUT',
  path: '/api/admin/rooms/{id}/',
  scope: 'schedule:write',
  summary: `Change a room; reservations that are not over follow it, and the members who have to know are mailed. ${KEEPS_OTHERS}`,
  body: z.extend(roomForm, { expected: z.optional(z.partial(z.object(roomFields))) }),
  audit: { target: 'room', keeps: ['name', 'floor', 'size', 'is_vip', 'is_vvip'] },
  response: z.extend(confirmation, { room }),
  errors: ['changed_meanwhile'],
})

export const deleteRoom = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/rooms/{id}/',
  summary: 'Delete a room with its slots, and cancel the reservations that need them',
  body: termsOnly,
  audit: { target: 'room', keeps: ['name', 'deleted'] },
  response: namedDeletion,
  errors: ['changed_meanwhile'],
})

export const deleteRooms = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/rooms/',
  summary: 'Delete these rooms, or all, with their slots, and cancel the reservations that need them',
  body: z
    .object({
      room_ids: z.optional(selection(id, CHOOSE_ROOMS_TEXT)),
      delete_all: deleteAll,
      ...deletionTerms,
    })
    .check(oneOrAll('room_ids', CHOOSE_ROOMS_TEXT)),
  audit: { keeps: ['room_ids', 'delete_all', 'names', 'deleted'] },
  response: namedDeletions,
  errors: ['changed_meanwhile'],
})

export const roomImpact = endpoint({
  role: 'manager',
  path: '/api/admin/rooms/{id}/impact/',
  summary: 'What deleting this room would touch',
  response: impact,
})

export const roomsImpact = endpoint({
  role: 'manager',
  path: '/api/admin/rooms/impact/',
  summary: 'What deleting these rooms would touch; without ids, all of them',
  query: z.object({ ids: z.optional(idsText) }),
  response: impact,
})

export const roomToBeTold = endpoint({
  role: 'manager',
  path: '/api/admin/rooms/{id}/told/',
  summary: "How many reservations and members would be mailed a change of the room's name, floor or capacity",
  response: told,
})
