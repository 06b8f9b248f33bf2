import { createHash } from 'node:crypto'
import { changeFace } from '../../../contract/admin/face.ts'
import type { SettingsSection } from '../../../contract/admin/event-settings.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Face } from '../../../contract/face.ts'
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX, readLogoImage, type LogoImage } from '../../../domain/logo-image.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Database } from '../../database/schema.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { isWholeImage } from './whole-image.ts'
import { findFace } from './queries.ts'

type Column = keyof Database['settings']

/** Throws `changed_meanwhile`. */
export const writeSection = <Shown extends object, Name extends keyof Shown & Column>(
  db: Db,
  { names, change }: SettingsSection<Shown, Name>,
  body: object,
  now: Instant,
): Promise<Record<'before' | 'after', Pick<Shown, Name>>> =>
  inTransaction(db, async (tx) => {
    const { expected, ...wanted } = body as { expected?: object }
    // Waits for reminders being planned.
    const before = await tx.selectFrom('settings').select(names).forUpdate().executeTakeFirstOrThrow()
    await refuseEditConflict(tx, { by: change, target: null, expected, stored: before, wanted }, now)
    const after = await tx.updateTable('settings').set(wanted).returning(names).executeTakeFirstOrThrow()
    return { before, after } as object as Record<'before' | 'after', Pick<Shown, Name>>
  })

type Logo = LogoImage & { bytes: Buffer; hash: string }

/** Keeps the logo if the body omits it. Throws `invalid_input` for other files, and `changed_meanwhile`. */
export const writeFace = (
  db: Db,
  { accent_colour, logo, expected }: BodyOf<typeof changeFace>,
  now: Instant,
): Promise<Face> =>
  inTransaction(db, async (tx) => {
    const wanted = typeof logo === 'string' ? readLogo(logo) : logo
    await tx.selectFrom('settings').select('only_row').forNoKeyUpdate().execute()
    const stored = await findFace(tx)
    await refuseEditConflict(
      tx,
      {
        by: changeFace,
        target: null,
        expected,
        stored: { accent_colour: stored.accent_colour, logo: stored.logo?.hash ?? null },
        wanted: { accent_colour, ...(wanted !== undefined && { logo: wanted?.hash ?? null }) },
      },
      now,
    )
    await tx.updateTable('settings').set({ accent_colour }).execute()
    if (wanted !== undefined) await storeLogo(tx, wanted)
    return findFace(tx)
  })

function readLogo(base64: string): Logo {
  const bytes = Buffer.from(base64, 'base64')
  const refuse = (text: string) => new AppError('invalid_input', { fields: { logo: text } })
  if (bytes.length > LOGO_BYTES_MAX) throw refuse('로고 파일은 300kB 이하여야 합니다.')
  const image = readLogoImage(bytes)
  if (!image) throw refuse('PNG, JPEG, WebP 파일만 사용할 수 있습니다.')
  if (Math.max(image.width, image.height) > LOGO_SIDE_MAX)
    throw refuse(`로고의 가로와 세로는 ${LOGO_SIDE_MAX.toLocaleString('ko')}픽셀 이하여야 합니다.`)
  if (!isWholeImage(bytes, image)) throw refuse('손상되었거나 일부만 있는 이미지 파일입니다.')
  return { ...image, bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32) }
}

async function storeLogo(tx: Tx, logo: Logo | null) {
  await tx.deleteFrom('event_logo').execute()
  if (logo) await tx.insertInto('event_logo').values(logo).execute()
}
