import type { FastifyInstance, FastifyRequest } from 'fastify'
import { login } from '../../../contract/login.ts'
import { completeRegistration, requestCode, verifyEmail } from '../../../contract/sign-up.ts'
import { getMyInfo, logout } from '../../../contract/member.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { clearMemberCookie, setMemberCookie } from '../../http/token.ts'
import { route } from '../../http/route.ts'
import { originOf, rememberDevice } from '../../http/known-devices.ts'
import { networkOf } from '../../http/network.ts'
import { endSession } from '../../http/session.ts'
import { forgetDeviceOf } from '../pushes/commands.ts'
import { beginMemberSession } from '../sessions/commands.ts'
import { signIn } from './commands.ts'
import { checkCode, register, sendCode, type Newcomer } from './signing-up/commands.ts'

export function signInRoutes(app: FastifyInstance) {
  const key = app.keyFor('verification codes')
  const link_key = app.keyFor('session links')
  const newcomer = ({ ip }: FastifyRequest, email: string): Newcomer => ({
    email,
    origin: networkOf(ip),
    key,
  })
  route(app, login, async ({ body, request, reply, context, now }) => {
    const origin = await originOf(request, 'login', formatPhone(body.phone))
    const member = await signIn(app.db, { ...body, origin }, now)
    setMemberCookie(reply, await beginMemberSession(context, { reply, member, link_key }, now))
    // It may have replaced an older session.
    app.sessions.forget({ member_id: member.id })
    return { message: 'Login successful', user_data: member }
  })
  route(app, logout, async ({ token, reply, context }) => {
    await endSession(context.db, token)
    await forgetDeviceOf(context.db, token)
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
  route(app, completeRegistration, async ({ body, request, reply, now }) => {
    const user = await register(app.db, newcomer(request, body.email), body, now)
    await rememberDevice(app.db, reply, { member_id: user.id }, now)
    return { message: '회원가입이 완료되었습니다.', user }
  })
  route(app, getMyInfo, async ({ member }) => member)
}
