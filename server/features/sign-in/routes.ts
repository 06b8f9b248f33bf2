import type { FastifyInstance, FastifyRequest } from 'fastify'
import { login } from '../../../contract/login.ts'
import { requestLoginCode } from '../../../contract/login-code.ts'
import { completeRegistration, requestCode, verifyEmail } from '../../../contract/sign-up.ts'
import { getMyInfo, logout } from '../../../contract/member.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { inTransaction } from '../../database/transaction.ts'
import { clearMemberCookie, setMemberCookie } from '../../http/gates.ts'
import { route } from '../../http/route.ts'
import { originOf, rememberDevice, setDeviceCookie } from '../../http/known-devices.ts'
import { networkOf } from '../../http/network.ts'
import { beginMemberSession, endFormerSession } from '../sessions/commands.ts'
import { sendLoginCode, signIn, signInByEmail } from './commands.ts'
import { checkCode, register, sendCode, type Newcomer } from './signing-up/commands.ts'

/** Undefined if it cannot be a key: then the code works once. */
function repeatKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : undefined
}

export function signInRoutes(app: FastifyInstance) {
  const key = app.keyFor('verification codes')
  const link_key = app.keyFor('session links')
  const newcomer = ({ ip }: FastifyRequest, email: string): Newcomer => ({
    email,
    origin: networkOf(ip),
    key,
  })
  const loginKey = app.keyFor('login codes')
  route(app, login, async ({ body, request, reply, context, now }) => {
    const { phone, name = '', email = '', code } = body
    const asking = { key: loginKey, repeat_key: repeatKeyOf(request) }
    const at = async (account: string) => ({
      ...asking,
      origin: await originOf(request, 'login', formatPhone(account)),
    })
    const member =
      phone === undefined
        ? await signInByEmail(context, { email, code: code! }, asking, now)
        : await signIn(context, { phone, name, code }, await at(phone), now)
    const { session, device } = await beginMemberSession(context, { request, member, link_key }, now)
    setMemberCookie(reply, session)
    setDeviceCookie(reply, 'login', device)
    // It may have replaced an older session.
    app.sessions.forget({ member_id: member.id })
    return { message: 'Login successful', user_data: member }
  })
  route(app, requestLoginCode, async ({ body, request, context, now }) => {
    await sendLoginCode(context, { ...newcomer(request, body.email), key: loginKey }, now)
    return { message: '등록된 이메일이면 인증번호를 보냈습니다.' }
  })
  route(app, logout, async ({ token, reply, context }) => {
    await inTransaction(context.db, (tx) => endFormerSession(tx, token))
    clearMemberCookie(reply)
    // Cached answers must not outlive the session on a shared phone.
    reply.header('clear-site-data', '"cache"')
    return { message: '로그아웃되었습니다.' }
  })
  route(app, requestCode, async ({ body, request, context, now }) => {
    await sendCode(context, newcomer(request, body.email), now)
    return { message: '인증번호가 발송되었습니다.' }
  })
  route(app, verifyEmail, async ({ body, request, now }) => {
    await checkCode(app.db, newcomer(request, body.email), body.token, now)
    return { message: '이메일이 인증되었습니다.' }
  })
  route(app, completeRegistration, async ({ body, request, reply, context, now }) => {
    const user = await register(context, newcomer(request, body.email), body, now)
    const device = await rememberDevice(context.db, request, { member_id: user.id }, now)
    setDeviceCookie(reply, 'login', device)
    return { message: '회원가입이 완료되었습니다.', user }
  })
  route(app, getMyInfo, async ({ member }) => member)
}
