import type { FastifyInstance } from 'fastify'
import {
  checkErasureLink,
  downloadMyData,
  eraseMyAccount,
  OWN_DATA,
  requestErasure,
} from '../../../contract/own-data.ts'
import type { Member } from '../../../contract/member.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { clearMemberCookie, makeRateLimit } from '../../http/gates.ts'
import { networkOf } from '../../http/network.ts'
import { route } from '../../http/route.ts'
import { eraseAtOwnWish, mailErasureLink, refuseWrongLink } from './commands.ts'
import { findOwnData } from './queries.ts'

const A_MINUTE = 6
/** More wrong links than anyone has mails, too few for guessing. */
const WRONG_LINKS_A_MINUTE = 10

export function ownDataRoutes(app: FastifyInstance) {
  const rateOf = makeRateLimit(A_MINUTE)
  const wrongLinksOf = makeRateLimit(WRONG_LINKS_A_MINUTE)
  const key = app.keyFor('erasure links')
  /** Counts the try first; a right link is refunded. */
  const judge = (token: string, member: Member, now: Instant) => {
    const rate = wrongLinksOf(member.id, now)
    rate.throwIfOver()
    refuseWrongLink(token, { member, key }, now)
    rate.giveBack()
  }
  route(app, downloadMyData, async ({ member, now }) => {
    rateOf(member.id, now).throwIfOver()
    const text = JSON.stringify(await findOwnData(app.db, member, now), null, 2)
    return new File([text], `내_데이터_${madridDate(now)}.json`, { type: `${OWN_DATA}; charset=utf-8` })
  })
  route(app, requestErasure, async ({ member, request, context, now }) => {
    await mailErasureLink(context, { member, origin: networkOf(request.ip), key }, now)
    return { message: '확인 메일을 보냈습니다. 메일의 링크를 눌러 삭제를 마쳐주세요.' }
  })
  route(app, checkErasureLink, async ({ member, body, now }) => {
    judge(body.token, member, now)
    return { message: '계정을 삭제할 수 있는 링크입니다.' }
  })
  route(app, eraseMyAccount, async ({ member, body, reply, context, now }) => {
    judge(body.token, member, now)
    await eraseAtOwnWish(context, { member, key }, body, now)
    clearMemberCookie(reply)
    // Cached answers must not outlive the account.
    reply.header('clear-site-data', '"cache"')
    return { message: '계정과 예약 정보가 삭제되었습니다.' }
  })
}
