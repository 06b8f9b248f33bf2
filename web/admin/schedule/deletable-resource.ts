import type { DeletionTerms, Impact } from '../../../contract/admin/deletion.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import {
  deleteDocent,
  deleteDocents,
  docentImpact,
  docentsImpact,
  deleteRoom,
  deleteRooms,
  roomImpact,
  roomsImpact,
} from '../../../contract/admin/places.ts'
import { type EventDate } from '../../../contract/event-date.ts'
import { deleteEventDate, deleteEventDates, eventDatesImpact } from '../../../contract/admin/event-dates.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'

type Deleted = Promise<{ message: string; deleted: number }>

export type DeletableResource<Item, Key extends string | number> = {
  noun: string
  unit: string
  texts: {
    empty: string
    noneChosen: string
    none: string
    askOne: (name: string) => string
    askChosen: (count: string) => string
    askAll: string
  }
  keyOf: (item: Item) => Key
  nameOf: (item: Item) => string
  /** To type before the item's reservations are cancelled. */
  wordOf: (item: Item) => string
  readImpact: (keys: readonly Key[] | 'all') => Promise<Impact>
  readImpactOfOne: (item: Item) => Promise<Impact>
  deleteOne: (item: Item, terms: DeletionTerms) => Deleted
  deleteChosen: (keys: readonly Key[], terms: DeletionTerms) => Deleted
  deleteAll: (terms: DeletionTerms) => Deleted
  /** `one`: only if the server gives no reason. The others precede its reason. */
  failed: { one: string; chosen: string; all: string }
}

export const DATES: DeletableResource<EventDate, string> = {
  noun: '날짜',
  unit: '개',
  texts: {
    empty: '등록된 날짜가 없습니다.',
    noneChosen: '삭제할 날짜를 선택해주세요.',
    none: '삭제할 날짜가 없습니다.',
    askOne: (name) => `${name} 날짜를 삭제할까요?`,
    askChosen: (count) => `선택한 날짜 ${count}개를 삭제할까요?`,
    askAll: '모든 날짜를 삭제할까요?',
  },
  keyOf: ({ date }) => date,
  nameOf: ({ date }) => koreanDate(date),
  wordOf: ({ date }) => date,
  readImpact: (dates) => call(eventDatesImpact, { query: dates === 'all' ? {} : { dates: dates.join(',') } }),
  readImpactOfOne: ({ date }) => call(eventDatesImpact, { query: { date } }),
  deleteOne: ({ date }, terms) => call(deleteEventDate, { body: { date, ...terms } }),
  deleteChosen: (dates, terms) => call(deleteEventDates, { body: { dates: [...dates], ...terms } }),
  deleteAll: (terms) => call(deleteEventDate, { body: { delete_all: true, ...terms } }),
  failed: {
    one: '날짜 삭제에 실패했습니다.',
    chosen: '날짜 일괄 삭제에 실패했습니다.',
    all: '모든 날짜 삭제에 실패했습니다.',
  },
}

const params = ({ id }: { id: number }) => ({ id: String(id) })
const idsOf = (ids: readonly number[] | 'all') => (ids === 'all' ? {} : { ids: ids.join(',') })

export const DOCENTS: DeletableResource<Docent, number> = {
  noun: '도슨트',
  unit: '명',
  texts: {
    empty: '등록된 도슨트가 없습니다.',
    noneChosen: '삭제할 도슨트를 선택해주세요.',
    none: '삭제할 도슨트가 없습니다.',
    askOne: (name) => `${name} 도슨트를 삭제할까요?`,
    askChosen: (count) => `선택한 도슨트 ${count}명을 삭제할까요?`,
    askAll: '모든 도슨트를 삭제할까요?',
  },
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  wordOf: ({ name }) => name,
  readImpact: (ids) => call(docentsImpact, { query: idsOf(ids) }),
  readImpactOfOne: (docent) => call(docentImpact, { params: params(docent) }),
  deleteOne: (docent, terms) => call(deleteDocent, { params: params(docent), body: terms }),
  deleteChosen: (ids, terms) => call(deleteDocents, { body: { docent_ids: [...ids], ...terms } }),
  deleteAll: (terms) => call(deleteDocents, { body: { delete_all: true, ...terms } }),
  failed: {
    one: '도슨트 삭제에 실패했습니다.',
    chosen: '도슨트 일괄 삭제에 실패했습니다.',
    all: '모든 도슨트 삭제에 실패했습니다.',
  },
}

export const ROOMS: DeletableResource<Room, number> = {
  noun: '미팅룸',
  unit: '개',
  texts: {
    empty: '등록된 미팅룸이 없습니다.',
    noneChosen: '삭제할 미팅룸을 선택해주세요.',
    none: '삭제할 미팅룸이 없습니다.',
    askOne: (name) => `${name} 미팅룸을 삭제할까요?`,
    askChosen: (count) => `선택한 미팅룸 ${count}개를 삭제할까요?`,
    askAll: '모든 미팅룸을 삭제할까요?',
  },
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  wordOf: ({ name }) => name,
  readImpact: (ids) => call(roomsImpact, { query: idsOf(ids) }),
  readImpactOfOne: (room) => call(roomImpact, { params: params(room) }),
  deleteOne: (room, terms) => call(deleteRoom, { params: params(room), body: terms }),
  deleteChosen: (ids, terms) => call(deleteRooms, { body: { room_ids: [...ids], ...terms } }),
  deleteAll: (terms) => call(deleteRooms, { body: { delete_all: true, ...terms } }),
  failed: {
    one: '미팅룸 삭제에 실패했습니다.',
    chosen: '미팅룸 일괄 삭제에 실패했습니다.',
    all: '모든 미팅룸 삭제에 실패했습니다.',
  },
}
