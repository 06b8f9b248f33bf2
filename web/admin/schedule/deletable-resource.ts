import type { DeletionTerms, Impact } from '../../../contract/admin/deletion.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import {
  deleteDocent,
  deleteDocents,
  docentsImpact,
  deleteRoom,
  deleteRooms,
  roomsImpact,
} from '../../../contract/admin/places.ts'
import { type EventDate } from '../../../contract/event-date.ts'
import { deleteEventDate, deleteEventDates, eventDatesImpact } from '../../../contract/admin/event-dates.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'

type Deleted = Promise<{ message: string; deleted: number }>

export type DeletableResource<Item, Key extends string | number> = {
  noun: string
  /** With its particles. */
  subject: string
  object: string
  unit: string
  unitAsObject: string
  keyOf: (item: Item) => Key
  nameOf: (item: Item) => string
  /** To type before the item's reservations are cancelled. */
  wordOf: (item: Item) => string
  readImpact: (keys: readonly Key[] | 'all') => Promise<Impact>
  deleteOne: (item: Item, terms: DeletionTerms) => Deleted
  deleteChosen: (keys: readonly Key[], terms: DeletionTerms) => Deleted
  deleteAll: (terms: DeletionTerms) => Deleted
}

export const DATES: DeletableResource<EventDate, string> = {
  noun: '날짜',
  subject: '날짜가',
  object: '날짜를',
  unit: '개',
  unitAsObject: '개를',
  keyOf: ({ date }) => date,
  nameOf: ({ date }) => koreanDate(date),
  wordOf: ({ date }) => date,
  readImpact: (dates) => call(eventDatesImpact, { query: dates === 'all' ? {} : { dates: dates.join(',') } }),
  deleteOne: ({ date }, terms) => call(deleteEventDate, { body: { date, ...terms } }),
  deleteChosen: (dates, terms) => call(deleteEventDates, { body: { dates: [...dates], ...terms } }),
  deleteAll: (terms) => call(deleteEventDate, { body: { delete_all: true, ...terms } }),
}

const params = ({ id }: { id: number }) => ({ id })
const idsOf = (ids: readonly number[] | 'all') => (ids === 'all' ? {} : { ids: ids.join(',') })

export const DOCENTS: DeletableResource<Docent, number> = {
  noun: '도슨트',
  subject: '도슨트가',
  object: '도슨트를',
  unit: '명',
  unitAsObject: '명을',
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  wordOf: ({ name }) => name,
  readImpact: (ids) => call(docentsImpact, { query: idsOf(ids) }),
  deleteOne: (docent, terms) => call(deleteDocent, { params: params(docent), body: terms }),
  deleteChosen: (ids, terms) => call(deleteDocents, { body: { docent_ids: [...ids], ...terms } }),
  deleteAll: (terms) => call(deleteDocents, { body: { delete_all: true, ...terms } }),
}

export const ROOMS: DeletableResource<Room, number> = {
  noun: '미팅룸',
  subject: '미팅룸이',
  object: '미팅룸을',
  unit: '개',
  unitAsObject: '개를',
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  wordOf: ({ name }) => name,
  readImpact: (ids) => call(roomsImpact, { query: idsOf(ids) }),
  deleteOne: (room, terms) => call(deleteRoom, { params: params(room), body: terms }),
  deleteChosen: (ids, terms) => call(deleteRooms, { body: { room_ids: [...ids], ...terms } }),
  deleteAll: (terms) => call(deleteRooms, { body: { delete_all: true, ...terms } }),
}
