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
  route(app, places.deleteDocents, async ({ body, context, admin, now }) => {
    const { docent_ids } = body
    const which = { kind: 'VIP_TOUR', ids: docent_ids ?? 'all', terms: body } as const
    const names = await deletePlaces(context, which, admin, now)
    const message = docent_ids
      ? `선택한 도슨트 ${names.length}명이 삭제되었습니다.`
      : '모든 도슨트가 삭제되었습니다.'
    return { message, deleted: names.length, names }
  })
  route(app, places.deleteRooms, async ({ body, context, admin, now }) => {
    const { room_ids } = body
    const which = { kind: 'GROUP_MEETING', ids: room_ids ?? 'all', terms: body } as const
    const names = await deletePlaces(context, which, admin, now)
    const message = room_ids
      ? `선택한 미팅룸 ${names.length}개가 삭제되었습니다.`
      : '모든 미팅룸이 삭제되었습니다.'
    return { message, deleted: names.length, names }
  })
  for (const kind of ['VIP_TOUR', 'GROUP_MEETING'] as const) routesOfOne(app, kind)
}

const CALLS = {
  VIP_TOUR: {
    deleteOne: places.deleteDocent,
    deleted: '도슨트가 삭제되었습니다.',
    impact: places.docentImpact,
    impacts: places.docentsImpact,
    toBeTold: places.docentToBeTold,
    wanted: (docent_ids?: number[]) => ({ docent_ids }),
    find: findDocents,
  },
  GROUP_MEETING: {
    deleteOne: places.deleteRoom,
    deleted: '미팅룸이 삭제되었습니다.',
    impact: places.roomImpact,
    impacts: places.roomsImpact,
    toBeTold: places.roomToBeTold,
    wanted: (room_ids?: number[]) => ({ room_ids }),
    find: findRooms,
  },
}

function routesOfOne(app: FastifyInstance, kind: ReservationKind) {
  const { deleteOne, deleted, impact, impacts, toBeTold, wanted, find } = CALLS[kind]
  const refuseUnknown = async (id: number) => {
    if (!(await find(app.db)).some((place) => place.id === id)) throw new AppError('not_found')
  }
  route(app, deleteOne, async ({ params, body, context, admin, now }) => {
    const which = { kind, ids: [params.id], terms: body }
    const [name] = await deletePlaces(context, which, admin, now)
    if (name === undefined) throw new AppError('not_found')
    return { message: deleted, deleted: 1, name }
  })
  route(app, impacts, ({ query: { ids }, now }) => findImpact(app.db, { kind, ...wanted(ids) }, now))
  route(app, impact, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findImpact(app.db, wanted([id]), now)
  })
  route(app, toBeTold, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findToBeTold(app.db, { kind, id }, now)
  })
}
