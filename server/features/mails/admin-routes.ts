import type { FastifyInstance } from 'fastify'
import {
  getResent,
  listMails,
  resendMail,
  resendMails,
  retryMails,
  sendTestMail,
} from '../../../contract/admin/mails.ts'
import { exactIsoInMadrid } from '../../../domain/madrid-time.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { retryDelayed } from '../../outbox/mail.ts'
import { isJustResent, postTestMail, sendManyAgain } from './commands.ts'
import { countResent, findMails, findResent } from './queries.ts'

export function mailAdminRoutes(app: FastifyInstance) {
  route(app, listMails, ({ query }) => findMails(app.db, query))
  route(app, getResent, ({ query }) => countResent(app.db, new Date(query.at)))
  route(app, resendMail, async ({ params, context, now }) => {
    const found = await findResent(context.db, params.id)
    if (!found) throw new AppError('not_found')
    if (isJustResent(found.resent_at, now))
      throw new AppError('too_many_requests', { headers: { 'retry-after': '60' } })
    const { queued } = await sendManyAgain(context, [params.id], now)
    if (queued === 0) throw new AppError('mail_not_resendable')
    return { message: '메일을 발송 대기열에 다시 넣었습니다.' }
  })
  route(app, resendMails, async ({ body, context, now }) => {
    const counts = await sendManyAgain(context, body.ids ?? 'failed', now)
    return { ...counts, message: resentText(counts), resent_at: exactIsoInMadrid(now) }
  })
  route(app, retryMails, async ({ context, now }) => {
    const waiting = await retryDelayed(context.db, now)
    return { message: '기다리는 메일의 발송을 다시 시도합니다.', waiting }
  })
  route(app, sendTestMail, async ({ body, admin, context, now }) => {
    await postTestMail(context, admin, body.to, now)
    return { message: '테스트 메일을 발송 대기열에 넣었습니다.' }
  })
}

function resentText({ queued, skipped }: { queued: number; skipped: number }): string {
  const left = skipped > 0 ? `${skipped}통은 지금 다시 보낼 수 없습니다.` : ''
  if (queued === 0) return left || '다시 보낼 메일이 없습니다.'
  return `메일 ${queued}통을 발송 대기열에 다시 넣었습니다. ${left}`.trim()
}
