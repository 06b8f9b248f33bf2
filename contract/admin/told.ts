import * as z from 'zod/mini'

/** Reservations and members to notify by mail. */
export const told = z.object({ reservations: z.int(), members: z.int() })
export type Told = z.output<typeof told>

export const toldText = ({ reservations, members }: Told): string =>
  `예약 ${reservations.toLocaleString('ko')}건 / 회원 ${members.toLocaleString('ko')}명`

export const changedMessage = (done: string, told: Told): string =>
  told.reservations > 0 ? `${done} ${toldText(told)}에게 변경 안내 메일을 보냅니다.` : done
