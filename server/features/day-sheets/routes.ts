import type { FastifyInstance } from 'fastify'
import { getSharedDaySheet } from '../../../contract/day-sheet.ts'
import { markArrivalByLink, undoArrivalByLink } from '../../../contract/day-sheet-arrivals.ts'
import { NOT_LISTED } from '../../http/page-headers.ts'
import { route } from '../../http/route.ts'
import { markByLink, undoByLink } from './arrivals/commands.ts'
import { readSharedSheet } from './commands.ts'

export function daySheetRoutes(app: FastifyInstance) {
  route(app, getSharedDaySheet, ({ params, query, reply, now }) => {
    reply.header(...NOT_LISTED)
    return readSharedSheet(app.db, params.token, query.date, now)
  })
  // No cookie identifies the caller, so cross-site requests gain nothing: the address alone gives the right.
  route(app, markArrivalByLink, async ({ params, body, context, now }) => {
    const { message, arrival } = await markByLink(context, markArrivalByLink, params, body, now)
    app.snapshots.drop('bookings')
    return { message, arrived_at: arrival.arrived_at }
  })
  route(app, undoArrivalByLink, async ({ params, body, context, now }) => {
    const { message, arrival } = await undoByLink(context, undoArrivalByLink, params, body, now)
    app.snapshots.drop('bookings')
    return { message, arrived_at: arrival.arrived_at }
  })
}
