import {
  addDocent,
  changeDocent,
  deleteDocent,
  addRoom,
  changeRoom,
  deleteRoom,
} from '../../contract/admin/places.ts'
import { addEventDate, deleteEventDate } from '../../contract/admin/event-dates.ts'
import { deleteChosenRoomSlots, deleteRoomSlot, deleteTourSlot } from '../../contract/admin/slot-deletions.ts'
import { planSlots } from '../../contract/admin/slot-plan.ts'
import { addTourSlot, lockFilteredSlots, lockRoomSlots, lockTourSlots } from '../../contract/admin/slots.ts'
import { addDays } from '../../domain/madrid-time.ts'
import type { AdministratorStep } from '../plan.ts'
import { pickOf, type Maker } from './choice.ts'

/** Below these counts, a deletion adds something instead. */
const FEWEST = { docents: 3, rooms: 3, dates: 2, members: 20 }
const LAST_DAYS = 5

const lock: Maker = ({ view, picks }) => {
  const slot = pickOf(view.slots, picks[0])
  if (!slot) return undefined
  const endpoint = slot.docent_id === null ? lockRoomSlots : lockTourSlots
  // Mostly unlocks, or nothing would remain bookable.
  const action = picks[1] < 0.4 && !slot.is_locked ? 'lock' : 'unlock'
  return { kind: 'lock', endpoint, body: { time_slot_ids: [slot.id], action } }
}

const lockMany: Maker = ({ view, picks }) => {
  const date = pickOf(view.dates, picks[0])
  const type = picks[1] < 0.5 ? 'tour' : 'room'
  const body = {
    type,
    resource_id: null,
    date: date?.date ?? null,
    action: picks[2] < 0.2 ? 'lock' : 'unlock',
  }
  return { kind: 'lock_many', endpoint: lockFilteredSlots, body }
}

const deleteSlot: Maker = ({ view, picks, mark }) => {
  const slot = pickOf(view.slots, picks[0])
  if (!slot) return undefined
  const endpoint = slot.docent_id === null ? deleteRoomSlot : deleteTourSlot
  return { kind: 'delete_slot', endpoint, params: { id: slot.id }, body: { reason: mark } }
}

const deleteSlots: Maker = ({ view, picks, mark }) => {
  const ofRooms = view.slots.filter(({ room_id }) => room_id !== null)
  const from = Math.floor(picks[0] * ofRooms.length)
  const chosen = ofRooms.slice(from, from + 1 + Math.floor(picks[1] * 4)).map(({ id }) => id)
  if (chosen.length === 0) return undefined
  const body = { time_slot_ids: chosen, reason: mark }
  return { kind: 'delete_slots', endpoint: deleteChosenRoomSlots, body }
}

const addSlot: Maker = ({ view, picks }) => {
  const [docent, date] = [pickOf(view.docents, picks[0]), pickOf(view.dates, picks[1])]
  if (!docent || !date) return undefined
  const time = `${10 + Math.floor(picks[2] * 9)}:${picks[3] < 0.5 ? '00' : '30'}`
  const body = { docent_id: docent.id, event_date_id: date.id, time, duration: 25 }
  return { kind: 'add_slot', endpoint: addTourSlot, body }
}

const plan: Maker = ({ view, picks }) => {
  const kind = picks[0] < 0.5 ? 'tour' : 'room'
  const place = pickOf<{ id: number }>(kind === 'tour' ? view.docents : view.rooms, picks[1])
  const date = pickOf(view.dates, picks[2])
  if (!place || !date) return undefined
  const hour = 9 + Math.floor(picks[3] * 4)
  const minutes = kind === 'tour' ? 30 : 10
  const windows = [{ start_time: `${String(hour).padStart(2, '0')}:00`, end_time: `${hour + 1}:00` }]
  const body = {
    kind,
    place_ids: [place.id],
    event_date_ids: [date.id],
    windows,
    interval_minutes: minutes,
    duration_minutes: minutes,
  }
  return { kind: 'plan', endpoint: planSlots, body }
}

const docent: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.docents, picks[0])
  if (chosen && view.docents.length > FEWEST.docents)
    return {
      kind: 'delete_docent',
      endpoint: deleteDocent,
      params: { id: chosen.id },
      body: { reason: mark },
    }
  const body = { name: `도슨트 ${mark}`, language: '한국어', start_point: '동문', is_vip: picks[1] < 0.2 }
  return { kind: 'add_docent', endpoint: addDocent, body }
}

const room: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.rooms, picks[0])
  if (chosen && view.rooms.length > FEWEST.rooms)
    return { kind: 'delete_room', endpoint: deleteRoom, params: { id: chosen.id }, body: { reason: mark } }
  return { kind: 'add_room', endpoint: addRoom, body: { name: `방 ${mark}`, floor: 2, size: 8 } }
}

const date: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.dates, picks[0])
  if (chosen && view.dates.length > FEWEST.dates)
    return { kind: 'delete_date', endpoint: deleteEventDate, body: { date: chosen.date, reason: mark } }
  const day = addDays('2026-11-20', Math.floor(picks[1] * LAST_DAYS))
  return { kind: 'add_date', endpoint: addEventDate, body: { date: day } }
}

const renameDocent: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.docents, picks[0])
  if (!chosen) return undefined
  const { id, ...form } = chosen
  const body = { ...form, start_point: `문 ${mark}` }
  return { kind: 'change_docent', endpoint: changeDocent, params: { id }, body }
}

const renameRoom: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.rooms, picks[0])
  if (!chosen) return undefined
  const { floor, size, is_vip, is_vvip } = chosen
  const body = { name: `방 ${mark}`, floor, size, is_vip, is_vvip }
  return { kind: 'change_room', endpoint: changeRoom, params: { id: chosen.id }, body }
}

export const PLACE_CALLS = {
  lock,
  lock_many: lockMany,
  delete_slot: deleteSlot,
  delete_slots: deleteSlots,
  add_slot: addSlot,
  plan,
  docent,
  room,
  date,
  change_docent: renameDocent,
  change_room: renameRoom,
} satisfies Partial<Record<AdministratorStep, Maker>>
