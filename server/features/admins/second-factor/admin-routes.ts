import type { FastifyInstance } from 'fastify'
import {
  offerSecondFactor,
  removeSecondFactor,
  removeSecondFactorOf,
  renewRecoveryCodes,
  requireSecondFactor,
  setUpSecondFactor,
} from '../../../../contract/admin/second-factor.ts'
import { route } from '../../../http/route.ts'
import { offerKey } from '../codes/commands.ts'
import { getSettings } from '../../settings/queries.ts'
import { getMyAccount } from '../queries.ts'
import { remove, renewCodes, setUp, writeRequirement } from './commands.ts'

export function secondFactorRoutes(app: FastifyInstance) {
  const { keyFor } = app
  route(app, offerSecondFactor, async ({ admin }) => {
    const { event_name } = await getSettings(app.db)
    return offerKey(admin, event_name, keyFor)
  })
  route(app, setUpSecondFactor, async ({ admin, token, body, context, now }) => {
    const by = { admin, token }
    const check = { keyFor, deviceTime: app.deviceClock() }
    return { message: '2단계 인증을 설정했습니다.', ...(await setUp(context.db, by, body, check, now)) }
  })
  route(app, renewRecoveryCodes, async ({ admin, context }) => ({
    message: '복구 코드를 새로 만들었습니다.',
    ...(await renewCodes(context.db, admin, keyFor)),
  }))
  route(app, removeSecondFactor, async ({ admin, context }) => {
    await remove(context.db, admin.id)
    return { message: '2단계 인증을 해제했습니다.', admin: await getMyAccount(context.db, admin) }
  })
  route(app, removeSecondFactorOf, async ({ params, context }) => {
    const account = await remove(context.db, params.id)
    return { message: `${account.name} 계정의 2단계 인증을 해제했습니다.`, admin: account }
  })
  route(app, requireSecondFactor, async ({ admin, body: { second_factor_required }, context }) => {
    await writeRequirement(context.db, admin, second_factor_required)
    return {
      message: second_factor_required
        ? '이제 모든 관리자에게 2단계 인증이 필요합니다.'
        : '2단계 인증 없이도 로그인할 수 있습니다.',
    }
  })
}
