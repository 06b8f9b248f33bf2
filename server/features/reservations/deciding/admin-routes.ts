import type { FastifyInstance } from 'fastify'
import {
  decideReservations as bulkDecision,
  takeBackApprovals as bulkTakeBack,
  type Decision,
} from '../../../../contract/admin/bulk-decisions.ts'
import { actOnReservation, takeBackApproval as takeBack } from '../../../../contract/reservation-action.ts'
import type { AdminAction } from '../../../../domain/reservation.ts'
import { route } from '../../../http/route.ts'
import { decideReservation, decideReservations, takeBackApproval, takeBackApprovals } from './commands.ts'

const DONE: Readonly<Record<AdminAction, string>> = {
  approve: '예약이 승인되었습니다.',
  reject: '예약이 거절되었습니다.',
  cancel: '예약이 취소되었습니다.',
  complete: '예약이 종료 처리되었습니다.',
  approve_cancellation: '취소 요청이 승인되었습니다.',
  reject_cancellation: '취소 요청이 거절되었습니다.',
}

const DONE_MANY: Readonly<Record<Decision, (count: number) => string>> = {
  approve: (count) => `예약 ${count}건이 승인되었습니다.`,
  reject: (count) => `예약 ${count}건이 거절되었습니다.`,
  approve_cancellation: (count) => `취소 요청 ${count}건이 승인되었습니다.`,
  reject_cancellation: (count) => `취소 요청 ${count}건이 거절되었습니다.`,
}

export function decisionRoutes(app: FastifyInstance) {
  route(app, actOnReservation, async ({ params, body, admin, now, context }) => {
    const reservation = await decideReservation(context, admin, params.id, body, now)
    return { message: DONE[body.action], reservation }
  })
  route(app, bulkDecision, async ({ body, admin, now, context }) => {
    const results = await decideReservations(context, admin, body, now)
    return outcomesOf(results, DONE_MANY[body.action])
  })
  route(app, takeBack, async ({ params, body, admin, now, context }) => {
    const reservation = await takeBackApproval(context, admin, { id: params.id, kind: body.type }, now)
    return { message: '예약 승인을 되돌렸습니다.', reservation }
  })
  route(app, bulkTakeBack, async ({ body, admin, now, context }) => {
    const results = await takeBackApprovals(context, admin, body.reservation_ids, now)
    return outcomesOf(results, (count) => `예약 ${count}건의 승인을 되돌렸습니다.`)
  })
}

function outcomesOf<Result extends { done: boolean }>(results: Result[], textOf: (count: number) => string) {
  const done = results.filter((result) => result.done).length
  const failed = results.length - done
  const message = textOf(done) + (failed > 0 ? ` ${failed}건은 처리하지 못했습니다.` : '')
  return { message, done, failed, results }
}
