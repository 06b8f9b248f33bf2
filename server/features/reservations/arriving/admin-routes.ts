import type { FastifyInstance } from 'fastify'
import {
  findArrival,
  listArrivals,
  markArrival as mark,
  markNoShow as markMissed,
  undoArrival as undo,
} from '../../../../contract/admin/arrivals.ts'
import { codeIn } from '../../../../domain/arrival.ts'
import { readConsistently } from '../../../database/transaction.ts'
import { makeRateLimit } from '../../../http/gates.ts'
import { route } from '../../../http/route.ts'
import { markArrival, markNoShow, undoArrival } from './commands.ts'
import { findArrivals, findByCode, nameOf, refuseWhileOff } from './queries.ts'

// More than several scanners at one desk need, too few to guess codes.
const CODES_A_MINUTE = 120

export function arrivalRoutes(app: FastifyInstance) {
  const countCode = makeRateLimit(CODES_A_MINUTE)

  route(app, listArrivals, ({ query: { date }, now }) =>
    readConsistently(app.db, (tx) => findArrivals(tx, date, now)),
  )
  route(app, findArrival, async ({ query, admin, now }) => {
    countCode(admin.id, now).throwIfOver()
    await refuseWhileOff(app.db)
    const code = codeIn(query.code)
    return { arrival: code === null ? null : await findByCode(app.db, code, now) }
  })
  route(app, mark, async ({ params, body, admin, context, request, now }) => {
    // A program marks in its own name only.
    const isProgram = request.caller.api_token_id !== undefined
    const name = isProgram ? undefined : await nameOf(app.db, body.by ?? admin.id)
    const by = { kind: 'admin', name: name ?? admin.name } as const
    const { message, arrival } = await markArrival(context, params, { ...body, by }, now)
    return { message, reservation: arrival }
  })
  route(app, undo, async ({ params, body, admin, context, now }) => {
    const by = { kind: 'admin', name: admin.name } as const
    const { message, arrival } = await undoArrival(context, params, { ...body, by }, now)
    return { message, reservation: arrival }
  })
  route(app, markMissed, async ({ params, admin, context, now }) => ({
    message: '미도착으로 처리했습니다.',
    reservation: await markNoShow(context, admin, params.id, now),
  }))
}
