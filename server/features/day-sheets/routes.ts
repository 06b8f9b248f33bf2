import type { FastifyInstance } from 'fastify'
import { getSharedDaySheet } from '../../../contract/day-sheet.ts'
import { NOT_LISTED } from '../../http/page-headers.ts'
import { route } from '../../http/route.ts'
import { readSharedSheet } from './commands.ts'

export function daySheetRoutes(app: FastifyInstance) {
  route(app, getSharedDaySheet, ({ params, query, reply, now }) => {
    reply.header(...NOT_LISTED)
    return readSharedSheet(app.db, params.token, query.date, now)
  })
}
