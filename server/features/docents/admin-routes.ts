import type { FastifyInstance } from 'fastify'
import {
  addDocent,
  addDocents,
  changeDocent,
  deleteDocent,
  deleteDocents,
  docentImpact,
  docentsImpact,
  docentToBeTold,
  listDocentsAsAdmin,
} from '../../../contract/admin/docents.ts'
import { changedMessage } from '../../../contract/admin/told.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findToBeTold } from '../reservations/place-texts/queries.ts'
import { findImpact } from '../slots/queries.ts'
import * as commands from './commands.ts'
import { findDocents } from './queries.ts'

export function docentAdminRoutes(app: FastifyInstance) {
  route(app, listDocentsAsAdmin, () => findDocents(app.db))
  route(app, addDocent, async ({ body, context }) => ({
    message: '도슨트가 추가되었습니다.',
    docent: await commands.addDocent(context, body),
  }))
  route(app, addDocents, async ({ body, context }) => {
    const created = await commands.addDocents(context, body.docents)
    return { message: `도슨트 ${created}명이 추가되었습니다.`, created }
  })
  route(app, changeDocent, async ({ params, body, context, admin, now }) => {
    const { docent, told } = await commands.changeDocent(context, params.id, body, admin, now)
    return { message: changedMessage('도슨트 정보가 수정되었습니다.', told), docent }
  })
  route(app, deleteDocent, async ({ params, body, context, admin, now }) => {
    const names = await commands.deleteDocents(
      context,
      { ids: [params.id], own_reason: body?.reason },
      admin,
      now,
    )
    const [name] = names
    if (name === undefined) throw new AppError('not_found')
    return { message: '도슨트가 삭제되었습니다.', deleted: 1, name }
  })
  route(app, deleteDocents, async ({ body: { docent_ids, reason }, context, admin, now }) => {
    const names = await commands.deleteDocents(
      context,
      { ids: docent_ids ?? 'all', own_reason: reason },
      admin,
      now,
    )
    return {
      message: docent_ids
        ? `선택한 도슨트 ${names.length}명이 삭제되었습니다.`
        : '모든 도슨트가 삭제되었습니다.',
      deleted: names.length,
      names,
    }
  })
  route(app, docentsImpact, ({ query: { ids }, now }) =>
    findImpact(app.db, { kind: 'VIP_TOUR', docent_ids: ids }, now),
  )
  const refuseUnknown = async (id: number) => {
    const docents = await findDocents(app.db)
    if (!docents.some((docent) => docent.id === id)) throw new AppError('not_found')
  }
  route(app, docentImpact, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findImpact(app.db, { docent_ids: [id] }, now)
  })
  route(app, docentToBeTold, async ({ params: { id }, now }) => {
    await refuseUnknown(id)
    return findToBeTold(app.db, { kind: 'VIP_TOUR', id }, now)
  })
}
