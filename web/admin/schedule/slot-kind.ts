import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import {
  addRoomSlots,
  addTourSlots,
  listRoomSlots,
  listTourSlots,
  lockRoomSlots,
  lockTourSlots,
} from '../../../contract/admin/slots.ts'
import {
  deleteChosenRoomSlots,
  deleteChosenTourSlots,
  deleteRoomSlots,
  deleteTourSlots,
  roomSlotsImpact,
  tourSlotsImpact,
} from '../../../contract/admin/slot-deletions.ts'
import { toQuery } from '../components/use-query-params.ts'

/** null: all. */
export type SlotFilter = { place: number | null; date: string | null }

export const NO_FILTER: SlotFilter = { place: null, date: null }

export const TOURS = {
  type: 'tour',
  title: '투어 가용 시간',
  place: '도슨트',
  placeField: 'docent_id',
  placesTab: 'docents',
  places: listDocentsAsAdmin,
  slots: listTourSlots,
  impact: tourSlotsImpact,
  add: addTourSlots,
  lock: lockTourSlots,
  deleteChosen: deleteChosenTourSlots,
  deleteFiltered: deleteTourSlots,
  /** Initial interval and duration. */
  minutes: 30,
} as const

export const ROOMS = {
  type: 'room',
  title: '미팅룸 가용 시간',
  place: '미팅룸',
  placeField: 'room_id',
  placesTab: 'rooms',
  places: listRoomsAsAdmin,
  slots: listRoomSlots,
  impact: roomSlotsImpact,
  add: addRoomSlots,
  lock: lockRoomSlots,
  deleteChosen: deleteChosenRoomSlots,
  deleteFiltered: deleteRoomSlots,
  minutes: 10,
} as const

export type SlotKind = typeof TOURS | typeof ROOMS

/** null means all. */
export const queryOf = ({ placeField }: SlotKind, { place, date }: SlotFilter) =>
  toQuery({ [placeField]: place, date })
