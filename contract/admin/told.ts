import * as z from 'zod/mini'

/** How many reservations a change is told of by mail, and to how many members. */
export const told = z.object({ reservations: z.int(), members: z.int() })
export type Told = z.output<typeof told>

/** The same in words, for the form that asks and for the answer. */
export const toldText = ({ reservations, members }: Told): string =>
  `예약 ${reservations.toLocaleString('ko')}건 / 회원 ${members.toLocaleString('ko')}명`

/** The answer to an administrator who has changed a docent or room: that it is done, and who is mailed of it. */
export const changedMessage = (done: string, told: Told): string =>
  told.reservations > 0 ? `${done} ${toldText(told)}에게 변경 안내 메일을 보냅니다.` : done
