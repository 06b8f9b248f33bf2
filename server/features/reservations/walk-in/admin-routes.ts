import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bookMeetingFor, bookTourFor, searchWalkIns } from '../../../../contract/admin/walk-ins.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { AppError } from '../../../http/app-error.ts'
import { route } from '../../../http/route.ts'
import { findToBookFor } from '../../members/queries.ts'
import { refuseOverRequest } from '../booking/queries.ts'
import { bookAtDesk } from './commands.ts'

async function book(noun: string, ...asked: Parameters<typeof bookAtDesk>) {
  const booked = await bookAtDesk(...asked)
  const what = `${booked.registered ? '새 회원과 ' : ''}${noun} 예약`
  const mailed = booked.user_id === null ? '' : ' 승인 메일을 보내드립니다.'
  const message = `${what}이 등록되었습니다.${mailed}`
  return { message, ...booked }
}

/** Success or failure would reveal whether the phone or e-mail is known. */
function refuseNewMember({ caller }: FastifyRequest, { new_member }: { new_member?: unknown }) {
  if (caller.writesOnly && new_member !== undefined) throw new AppError('scope_required')
}

export function walkInRoutes(app: FastifyInstance) {
  route(app, searchWalkIns, ({ query }) => findToBookFor(app.db, query.q))
  for (const [endpoint, noun] of [
    [bookTourFor, '투어'],
    [bookMeetingFor, '미팅'],
  ] as const)
    route(
      app,
      endpoint,
      async ({ body, admin, request, now, context }) => {
        refuseNewMember(request, body)
        return (await book(noun, context, admin, body, now)) as ResponseOf<typeof endpoint>
      },
      { checkRepeat: refuseOverRequest },
    )
}
