import type { FastifyInstance } from 'fastify'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import * as places from '../../../contract/admin/places.ts'
import { changedMessage } from '../../../contract/admin/told.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findToBeTold } from '../reservations/place-texts/queries.ts'
import { findImpact } from '../slots/queries.ts'
import { addPlaces, changePlace, deletePlaces } from './commands.ts'
import { findDocents, findRooms } from './queries.ts'

export function placeAdminRoutes(app: FastifyInstance) {
  route(app, listDocentsAsAdmin, () => findDocents(app.db))
  route(app, listRoomsAsAdmin, () => findRooms(app.db))
  route(app, places.addDocent, async ({ body, context }) => {
    const [docent] = await addPlaces(context, 'VIP_TOUR', [body])
    return { message: '도슨트가 추가되었습니다.', docent: docent! }
  })
  route(app, places.addRoom, async ({ body, context }) => {
    const [room] = await addPlaces(context, 'GROUP_MEETING', [body])
    return { message: '미팅룸이 추가되었습니다.', room: room! }
  })
  route(app, places.addDocents, async ({ body, context }) => {
    const { length } = await addPlaces(context, 'VIP_TOUR', body.docents)
    return { message: `도슨트 ${length}명이 추가되었습니다.`, created: length }
  })
  route(app, places.addRooms, async ({ body, context }) => {
    const { length } = await addPlaces(context, 'GROUP_MEETING', body.rooms)
    return { message: `미팅룸 ${length}개가 추가되었습니다.`, created: length }
  })
  route(app, places.changeDocent, async ({ params: { id }, body, context, admin, now }) => {
    const { place, told } = await changePlace(context, { kind: 'VIP_TOUR', id }, body, admin, now)
    return { message: changedMessage('도슨트 정보가 수정되었습니다.', told), docent: place }
  })
  route(app, places.changeRoom, async ({ params: { id }, body, context, admin, now }) => {
    const { place, told } = await changePlace(context, { kind: 'GROUP_MEETING', id }, body, admin, now)
    return { message: changedMessage('미팅룸 정보가 수정되었습니다.', told), room: place }
  })
  for (const kind of ['VIP_TOUR', 'GROUP_MEETING'] as const) routesOf(app, kind)
}

const CALLS = {
  VIP_TOUR: {
    deleteOne: places.deleteDocent,
    deleteMany: places.deleteDocents,
    chosen: (body: { docent_ids?: number[] | undefined }) => body.docent_ids,
    deleted: '도슨트가 삭제되었습니다.',
    deletedChosen: (count: number) => `선택한 도슨트 ${count}명이 삭제되었습니다.`,
    deletedAll: '모든 도슨트가 삭제되었습니다.',
    impact: places.docentImpact,
    impacts: places.docentsImpact,
    toBeTold: places.docentToBeTold,
    wanted: (docent_ids?: number[]) => ({ docent_ids }),
    find: findDocents,
  },
  GROUP_MEETING: {
    deleteOne: places.deleteRoom,
    deleteMany: places.deleteRooms,
    chosen: (body: { room_ids?: number[] | undefined }) => body.room_ids,
    deleted: '미팅룸이 삭제되었습니다.',
    deletedChosen: (count: number) => `선택한 미팅룸 ${count}개가 삭제되었습니다.`,
    deletedAll: '모든 미팅룸이 삭제되었습니다.',
    impact: places.roomImpact,
    impacts: places.roomsImpact,
    toBeTold: places.roomToBeTold,
    wanted: (room_ids?: number[]) => ({ room_ids }),
    find: findRooms,
  },
}

function routesOf(app: FastifyInstance, kind: ReservationKind) {
  const { wanted, ...calls } = CALLS[kind]
  const refuseUnknown = async (id: number) => {
    if (!(await calls.find(app.db)).some((place) => place.id === id)) throw new AppError('not_found')
  }
  route(app, calls.deleteOne, async ({ params, body, context, admin, now }) => {
    const which = { kind, ids: [params.id], terms: body }
    const [name] = await deletePlaces(context, which, admin, now)
    if (name === undefined) throw new AppError('not_found')
    return { message: calls.deleted, deleted: 1, name }
  })
  route(app, calls.deleteMany, async ({ body, context, admin, now }) => {
    const ids = calls.chosen(body)
    const names = await deletePlaces(context, { kind, ids: ids ?? 'all', terms: body }, admin, now)
    const message = ids ? calls.deletedChosen(names.length) : calls.deletedAll
    return { message, deleted: names.length, names }
  })
  route(app, calls.impacts, ({ query: { ids }, now }) => findImpact(app.db, { kind, ...wanted(ids) }, now))
  route(app, calls.impact, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findImpact(app.db, wanted([id]), now)
  })
  route(app, calls.toBeTold, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findToBeTold(app.db, { kind, id }, now)
  })
}
