import type { Action } from '../../domain/reservation.ts'
import type { Mail, ReservationNotice } from './mail.ts'
import { approved } from './templates/approved.ts'
import { cancellationApproved } from './templates/cancellation-approved.ts'
import { cancellationReceived } from './templates/cancellation-received.ts'
import { cancellationRefused } from './templates/cancellation-refused.ts'
import { cancelled } from './templates/cancelled.ts'
import { endedEarly } from './templates/ended-early.ts'
import { rejected } from './templates/rejected.ts'
import { requestReceived } from './templates/request-received.ts'

/** What happened to a reservation that its member hears of. Only an administrator's `complete` is not told. */
export type Told = 'create' | Exclude<Action, 'complete'>

const NOTICES: Readonly<Record<Told, (notice: ReservationNotice) => Mail>> = {
  create: requestReceived,
  approve: approved,
  reject: rejected,
  cancel: cancelled,
  request_cancellation: cancellationReceived,
  approve_cancellation: cancellationApproved,
  reject_cancellation: cancellationRefused,
  end_early: endedEarly,
}

/** The mail that tells the member what happened. */
export const noticeOf = (happened: Told, notice: ReservationNotice): Mail => NOTICES[happened](notice)
