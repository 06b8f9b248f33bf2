import type { SettingsSection } from '../../../contract/admin/event-settings.ts'
import type { Face } from '../../../contract/face.ts'
import { standardPrivacyNotice } from '../../../domain/privacy-notice.ts'
import type { Database } from '../../database/schema.ts'
import type { Db } from '../../database/transaction.ts'

type Column = keyof Database['settings']

export const readSection = async <Shown extends object, Name extends keyof Shown & Column>(
  db: Db,
  { names }: SettingsSection<Shown, Name>,
): Promise<Pick<Shown, Name>> =>
  (await db.selectFrom('settings').select(names).executeTakeFirstOrThrow()) as object as Pick<Shown, Name>

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

export async function findFace(db: Db): Promise<Face> {
  const { accent_colour, hash, width, height } = await db
    .selectFrom('settings')
    .leftJoin('event_logo as l', (join) => join.onTrue())
    .select(['settings.accent_colour', 'l.hash', 'l.width', 'l.height'])
    .executeTakeFirstOrThrow()
  return { accent_colour, logo: hash === null ? null : { hash, width: width!, height: height! } }
}

export const findLogo = (db: Db, hash: string) =>
  db.selectFrom('event_logo').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst()
