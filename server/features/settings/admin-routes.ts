import type { FastifyInstance } from 'fastify'
import { changeFace } from '../../../contract/admin/face.ts'
import { eventSettings, type SettingsSection } from '../../../contract/admin/event-settings.ts'
import {
  arrivalSettings,
  bookingSettings,
  closingSettings,
  deviceSettings,
  privacySettings,
  pushSettings,
  reasonSettings,
  reminderSettings,
  waitlistSettings,
} from '../../../contract/admin/settings.ts'
import { shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { opensTooLate } from '../../../domain/reservation.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { invalid } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { countDevices } from '../pushes/queries.ts'
import { afterReminderChange, beforeReminderChange } from '../reminders/commands.ts'
import { findAllWaiting } from '../waitlist/queries.ts'
import { writeFace, writeSection } from './commands.ts'
import { findStandardNotice, readSection } from './queries.ts'

type Serving<Shown, Stored> = {
  /** Shown besides the stored columns. */
  more?: (db: Db, now: Instant) => Promise<Omit<Shown, keyof Stored>>
  before?: (tx: Tx, wanted: Stored, now: Instant) => Promise<void>
  after?: (tx: Tx, change: Record<'before' | 'after', Stored>, now: Instant) => Promise<void>
}

export function settingsAdminRoutes(app: FastifyInstance) {
  function serve<Shown extends object, Name extends keyof Shown & keyof Database['settings']>(
    section: SettingsSection<Shown, Name>,
    message: string,
    { more, before, after }: Serving<Shown, Pick<Shown, Name>> = {},
  ) {
    const shown = async (db: Db, stored: Pick<Shown, Name>, now: Instant) =>
      ({ ...stored, ...(await more?.(db, now)) }) as Shown
    route(app, section.get, async ({ now }) => shown(app.db, await readSection(app.db, section), now))
    route(app, section.change, ({ body, context, now }) =>
      inTransaction(context.db, async (tx) => {
        await before?.(tx, body as Pick<Shown, Name>, now)
        const change = await writeSection(tx, section, body, now)
        await after?.(tx, change, now)
        return { message, settings: await shown(tx, change.after, now) }
      }),
    )
  }

  serve(eventSettings, '설정이 저장되었습니다.', {
    more: async () => ({ rehearsal: app.rehearsal, mail_folder: app.mailFolder }),
  })
  serve(bookingSettings, '예약 접수 설정이 저장되었습니다.', {
    before: async (tx, { booking_opens_at }) => {
      const last = (await findEventDates(tx)).at(-1)?.date
      if (booking_opens_at !== null && last && opensTooLate(Date.parse(booking_opens_at), last))
        throw invalid(
          'booking_opens_at',
          `행사 마지막 날인 ${shortKoreanDate(last)}까지의 시각을 입력해주세요.`,
        )
    },
  })
  serve(reasonSettings, '처리 사유가 저장되었습니다.')
  serve(reminderSettings, '알림 설정이 저장되었습니다.', {
    before: beforeReminderChange,
    after: afterReminderChange,
  })
  serve(pushSettings, '휴대폰 알림 설정이 저장되었습니다.', {
    more: async (db) => ({ devices: await countDevices(db) }),
  })
  serve(deviceSettings, '설정이 저장되었습니다.')
  serve(waitlistSettings, '자리 대기 설정이 저장되었습니다.', {
    more: async (db, now) => ({ waiting: (await findAllWaiting(db, undefined, now)).length }),
  })
  serve(arrivalSettings, '설정이 저장되었습니다.')
  serve(privacySettings, '개인정보 안내가 저장되었습니다.', {
    more: async (db) => ({ standard: await findStandardNotice(db) }),
    // Saved as it is, it would keep the former name and days.
    before: async (tx, wanted) => {
      if (wanted.privacy_notice === (await findStandardNotice(tx))) wanted.privacy_notice = ''
    },
  })
  serve(closingSettings, '행사 마감 설정이 저장되었습니다.')
  route(app, changeFace, async ({ body, context, now }) => ({
    message: '행사 이미지와 색상이 저장되었습니다.',
    face: await writeFace(context.db, body, now),
  }))
}
