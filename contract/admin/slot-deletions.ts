import * as z from 'zod/mini'
import { deletion, impact, deletionTerms, termsOnly } from './deletion.ts'
import { selection, idsText } from './selection.ts'
import { roomFilter, tourFilter } from './slots.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../field.ts'

const DELETE_TEXT = '삭제할 시간을 선택해주세요.'

const answer = { response: deletion, errors: ['changed_meanwhile'] } as const

export const deleteTourSlot = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/available-tours/{id}/',
  summary: 'Delete a slot of a tour and cancel the reservation that needs it',
  body: termsOnly,
  audit: { target: 'available-tour', keeps: ['deleted'] },
  ...answer,
})

export const deleteRoomSlot = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/available-rooms/{id}/',
  summary: 'Delete a slot of a room and cancel the meeting that needs it',
  body: termsOnly,
  audit: { target: 'available-room', keeps: ['deleted'] },
  ...answer,
})

const chosenSlots = z.object({ time_slot_ids: selection(id, DELETE_TEXT), ...deletionTerms })

// A separate path: servers that ignore a filter would delete everything.
export const deleteChosenTourSlots = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/available-tours/bulk/',
  summary: 'Delete these slots of tours and cancel the reservations that need them, all or nothing',
  body: chosenSlots,
  audit: { keeps: ['time_slot_ids', 'deleted'] },
  ...answer,
})

export const deleteChosenRoomSlots = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/available-rooms/bulk/',
  summary: 'Delete these slots of rooms and cancel the meetings that need them, all or nothing',
  body: chosenSlots,
  audit: { keeps: ['time_slot_ids', 'deleted'] },
  ...answer,
})

export const deleteTourSlots = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/available-tours/',
  summary: 'Delete all slots of tours, of one docent and one date where given, and cancel what needs them',
  query: z.object(tourFilter),
  body: termsOnly,
  audit: { keeps: ['docent_id', 'date', 'deleted'] },
  ...answer,
})

export const deleteRoomSlots = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/available-rooms/',
  summary: 'Delete all slots of rooms, of one room and one date where given, and cancel what needs them',
  query: z.object(roomFilter),
  body: termsOnly,
  audit: { keeps: ['room_id', 'date', 'deleted'] },
  ...answer,
})

export const tourSlotsImpact = endpoint({
  role: 'manager',
  path: '/api/admin/available-tours/impact/',
  summary: 'What locking or deleting these slots of tours would touch: by ids, or filtered like the list',
  query: z.object({ ids: z.optional(idsText), ...tourFilter }),
  response: impact,
})

export const roomSlotsImpact = endpoint({
  role: 'manager',
  path: '/api/admin/available-rooms/impact/',
  summary: 'What locking or deleting these slots of rooms would touch: by ids, or filtered like the list',
  query: z.object({ ids: z.optional(idsText), ...roomFilter }),
  response: impact,
})
