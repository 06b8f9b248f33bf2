import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SettingsSection } from '../../../contract/admin/event-settings.ts'
import type { Face } from '../../../contract/face.ts'
import type { BookingWindow } from '../../../domain/reservation.ts'
import { standardPrivacyNotice } from '../../../domain/privacy-notice.ts'
import type { Database } from '../../database/schema.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'

type Column = keyof Database['settings']

export const readSection = async <Shown extends object, Name extends keyof Shown & Column>(
  db: Db,
  { names }: SettingsSection<Shown, Name>,
): Promise<Pick<Shown, Name>> =>
  isoRow(await db.selectFrom('settings').select(names).executeTakeFirstOrThrow()) as object as Pick<
    Shown,
    Name
  >

export const BOOKING_WINDOW = sql<BookingWindow>`(select json_build_object(
  'opens_at', extract(epoch from booking_opens_at) * 1000, 'closes_minutes', booking_closes_minutes) from settings)`

export const findBookingWindow = async (db: Db): Promise<BookingWindow> =>
  (await db.selectNoFrom(BOOKING_WINDOW.as('window')).executeTakeFirstOrThrow()).window

export type Settings = { event_name: string; contact_email: string }

export const getSettings = (db: Db): Promise<Settings> =>
  db.selectFrom('settings').select(['event_name', 'contact_email']).executeTakeFirstOrThrow()

/** Shown until the event has its own. */
export const findStandardNotice = async (db: Db): Promise<string> =>
  standardPrivacyNotice(
    await db
      .selectFrom('settings')
      .select(['event_name', 'contact_email', 'erase_after_days'])
      .executeTakeFirstOrThrow(),
  )

export async function findPrivacyNotice(db: Db): Promise<{ event_name: string; text: string }> {
  const { event_name, privacy_notice } = await db
    .selectFrom('settings')
    .select(['event_name', 'privacy_notice'])
    .executeTakeFirstOrThrow()
  return { event_name, text: privacy_notice || (await findStandardNotice(db)) }
}

export const imagePath = (hash: string) => `/api/public/image/${hash}/`

export async function findFace(db: Db): Promise<Face> {
  const { accent_colour, images } = await db
    .selectFrom('settings')
    .select('accent_colour')
    .select(
      jsonArrayFrom(db.selectFrom('event_images').select(['name', 'hash', 'width', 'height'])).as('images'),
    )
    .executeTakeFirstOrThrow()
  const shown = images.map(({ name, ...image }) => [name, { path: imagePath(image.hash), ...image }])
  return { accent_colour, logo: null, picture: null, plan: null, ...Object.fromEntries(shown) }
}

export const findImage = (db: Db, hash: string) =>
  db.selectFrom('event_images').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst()
