import type { FastifyInstance } from 'fastify'
import {
  erasePersons as erasePersonsCall,
  exportClosingReport,
  getClosing,
  getClosingReport,
  takeArchive as takeArchiveCall,
} from '../../../contract/admin/closing.ts'
import { beginNextEvent as beginNextEventCall } from '../../../contract/admin/next-event.ts'
import { route } from '../../http/route.ts'
import { takeArchive } from './archive/spreadsheet.ts'
import { erasePersons } from './erasing/commands.ts'
import { beginNextEvent } from './next-event/commands.ts'
import { findClosing } from './queries.ts'
import { findClosingReport } from './report/queries.ts'
import { exportReport } from './report/spreadsheet.ts'

export function closingRoutes(app: FastifyInstance) {
  route(app, getClosing, async ({ now }) => ({
    ...(await findClosing(app.db, now)),
    backups: app.findBackups && (await app.findBackups(now)),
  }))
  route(app, getClosingReport, ({ now }) => findClosingReport(app.db, now))
  route(app, exportClosingReport, ({ query, now }) => exportReport(app, query, now))
  route(app, takeArchiveCall, async ({ now }) => takeArchive(app, now))
  route(app, erasePersonsCall, async ({ body, context, now }) => ({
    message: '개인정보가 삭제되었습니다.',
    ...(await erasePersons(context, body, now)),
  }))
  route(app, beginNextEventCall, async ({ body, context, now }) => ({
    message: body.dry_run ? '확인했습니다. 아직 아무것도 바뀌지 않았습니다.' : '다음 행사가 시작되었습니다.',
    ...(await beginNextEvent(context, body, now)),
  }))
}
