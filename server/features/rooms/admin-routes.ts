import type { FastifyInstance } from 'fastify'
import {
  addRoom,
  addRooms,
  changeRoom,
  deleteRoom,
  deleteRooms,
  roomImpact,
  roomsImpact,
  roomToBeTold,
  listRoomsAsAdmin,
} from '../../../contract/admin/rooms.ts'
import { changedMessage } from '../../../contract/admin/told.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findToBeTold } from '../reservations/place-texts/queries.ts'
import { findImpact } from '../slots/queries.ts'
import * as commands from './commands.ts'
import { findRooms } from './queries.ts'

export function roomAdminRoutes(app: FastifyInstance) {
  route(app, listRoomsAsAdmin, () => findRooms(app.db))
  route(app, addRoom, async ({ body, context }) => ({
    message: '미팅룸이 추가되었습니다.',
    room: await commands.addRoom(context, body),
  }))
  route(app, addRooms, async ({ body, context }) => {
    const created = await commands.addRooms(context, body.rooms)
    return { message: `미팅룸 ${created}개가 추가되었습니다.`, created }
  })
  route(app, changeRoom, async ({ params, body, context, admin, now }) => {
    const { room, told } = await commands.changeRoom(context, params.id, body, admin, now)
    return { message: changedMessage('미팅룸 정보가 수정되었습니다.', told), room }
  })
  route(app, deleteRoom, async ({ params, body, context, admin, now }) => {
    const names = await commands.deleteRooms(
      context,
      { ids: [params.id], own_reason: body?.reason },
      admin,
      now,
    )
    const [name] = names
    if (name === undefined) throw new AppError('not_found')
    return { message: '미팅룸이 삭제되었습니다.', deleted: 1, name }
  })
  route(app, deleteRooms, async ({ body: { room_ids, reason }, context, admin, now }) => {
    const names = await commands.deleteRooms(
      context,
      { ids: room_ids ?? 'all', own_reason: reason },
      admin,
      now,
    )
    return {
      message: room_ids
        ? `선택한 미팅룸 ${names.length}개가 삭제되었습니다.`
        : '모든 미팅룸이 삭제되었습니다.',
      deleted: names.length,
      names,
    }
  })
  route(app, roomsImpact, ({ query: { ids }, now }) =>
    findImpact(app.db, { kind: 'GROUP_MEETING', room_ids: ids }, now),
  )
  const refuseUnknown = async (id: number) => {
    const rooms = await findRooms(app.db)
    if (!rooms.some((room) => room.id === id)) throw new AppError('not_found')
  }
  route(app, roomImpact, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findImpact(app.db, { room_ids: [id] }, now)
  })
  route(app, roomToBeTold, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findToBeTold(app.db, { kind: 'GROUP_MEETING', id }, now)
  })
}
