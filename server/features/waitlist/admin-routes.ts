import type { FastifyInstance } from 'fastify'
import {
  countWaiting,
  getLineOfReservation,
  getLineOfSlot,
  listWaitlistOf,
  removeFromWaitlist,
} from '../../../contract/admin/waitlist.ts'
import { isThere } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { removeEntry } from './commands.ts'
import {
  asLine,
  countEntries,
  findAllWaiting,
  findEntriesOfMember,
  findHeldSlots,
  findLine,
} from './queries.ts'

export function waitlistAdminRoutes(app: FastifyInstance) {
  route(app, getLineOfSlot, async ({ params: { id }, now }) => {
    if (!(await isThere(app.db, 'slots', id))) throw new AppError('not_found')
    return asLine(await findLine(app.db, [id], now))
  })
  route(app, getLineOfReservation, async ({ params: { id }, now }) => {
    const slots = await findHeldSlots(app.db, id)
    if (!slots) throw new AppError('not_found')
    return asLine(await findLine(app.db, slots, now))
  })
  route(app, listWaitlistOf, async ({ query, now }) => ({
    entries: await findEntriesOfMember(app.db, query.user, now),
  }))
  route(app, countWaiting, async ({ query, now }) =>
    countEntries(await findAllWaiting(app.db, query.date, now)),
  )
  route(app, removeFromWaitlist, async ({ params, body, context, now }) => {
    await removeEntry(context, { id: params.id, reason: body?.reason || null }, now)
    return { message: '자리 대기를 종료했습니다.' }
  })
}
