import type { FastifyInstance } from 'fastify'
import { listMails, resendMail, sendTestMail } from '../../../contract/admin/mails.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { postTestMail } from './commands.ts'
import { findMails, isMail } from './queries.ts'

export function mailAdminRoutes(app: FastifyInstance) {
  route(app, listMails, ({ query }) => findMails(app.db, query))
  route(app, resendMail, async ({ params, context }) => {
    if (!(await isMail(context.db, params.id))) throw new AppError('not_found')
    const isSent = await inTransaction(context.db, (tx) => app.resendMail(tx, params.id))
    if (!isSent) throw new AppError('mail_not_resendable')
    return { message: '메일을 발송 대기열에 다시 넣었습니다.' }
  })
  route(app, sendTestMail, async ({ body, admin, context, now }) => {
    await postTestMail(context, admin, body.to, now)
    return { message: '테스트 메일을 발송 대기열에 넣었습니다.' }
  })
}
