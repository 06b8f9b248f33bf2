import type { FastifyInstance } from 'fastify'
import { downloadMyData, eraseMyAccount, OWN_DATA, requestErasure } from '../../../contract/own-data.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { clearMemberCookie } from '../../http/cookies.ts'
import { networkOf } from '../../http/network.ts'
import { makeRateLimit } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { eraseAtOwnWish, mailErasureLink } from './commands.ts'
import { findOwnData } from './queries.ts'

/** Nobody reads all of it more often. */
const A_MINUTE = 6

export function ownDataRoutes(app: FastifyInstance) {
  const rateOf = makeRateLimit(A_MINUTE)
  const key = app.keyFor('erasure links')
  route(app, downloadMyData, async ({ member, now }) => {
    const { refusal } = rateOf(member.id, now)
    if (refusal) throw refusal
    const text = JSON.stringify(await findOwnData(app.db, member, now), null, 2)
    return new File([text], `내_데이터_${madridDate(now)}.json`, { type: `${OWN_DATA}; charset=utf-8` })
  })
  route(app, requestErasure, async ({ member, request, context, now }) => {
    await mailErasureLink(context, { member, origin: networkOf(request.ip), key }, now)
    return { message: '확인 메일을 보냈습니다. 메일의 링크를 눌러 삭제를 마쳐주세요.' }
  })
  route(app, eraseMyAccount, async ({ member, body, reply, context, now }) => {
    await eraseAtOwnWish(context, { member, key }, body, now)
    clearMemberCookie(reply)
    // A browser keeps answers too, for their ETags: they must not outlive the account.
    reply.header('clear-site-data', '"cache"')
    return { message: '계정과 예약 정보가 삭제되었습니다.' }
  })
}
