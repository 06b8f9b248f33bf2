import { createHash } from 'node:crypto'
import { changeFace } from '../../../contract/admin/face.ts'
import type { SettingsSection } from '../../../contract/admin/event-settings.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Face } from '../../../contract/face.ts'
import {
  IMAGE_BYTES_MAX,
  IMAGE_SIDE_MAX,
  IMAGES,
  readImage,
  tooLargeText,
  type ImageFacts,
  type ImageName,
} from '../../../domain/event-image.ts'
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

type File = ImageFacts & { bytes: Buffer; hash: string }

/** Keeps the images that the body omits. Throws `invalid_input` for other files, and `changed_meanwhile`. */
export const writeFace = (
  db: Db,
  { accent_colour, expected, ...images }: BodyOf<typeof changeFace>,
  now: Instant,
): Promise<Face> =>
  inTransaction(db, async (tx) => {
    const files = IMAGES.flatMap((name) => {
      const given = images[name]
      return given === undefined ? [] : [{ name, file: given === null ? null : readFile(name, given) }]
    })
    await tx.selectFrom('settings').select('only_row').forNoKeyUpdate().execute()
    const stored = await findFace(tx)
    await refuseEditConflict(
      tx,
      {
        by: changeFace,
        target: null,
        expected,
        stored: {
          accent_colour: stored.accent_colour,
          ...Object.fromEntries(IMAGES.map((name) => [name, stored[name]?.hash ?? null])),
        },
        wanted: {
          accent_colour,
          ...Object.fromEntries(files.map(({ name, file }) => [name, file?.hash ?? null])),
        },
      },
      now,
    )
    await tx.updateTable('settings').set({ accent_colour }).execute()
    for (const { name, file } of files) await storeImage(tx, name, file)
    return findFace(tx)
  })

function readFile(name: ImageName, base64: string): File {
  const bytes = Buffer.from(base64, 'base64')
  const refuse = (text: string) => new AppError('invalid_input', { fields: { [name]: text } })
  if (bytes.length > IMAGE_BYTES_MAX[name]) throw refuse(tooLargeText(name))
  const image = readImage(bytes)
  if (!image) throw refuse('PNG, JPEG, WebP 파일만 사용할 수 있습니다.')
  if (Math.max(image.width, image.height) > IMAGE_SIDE_MAX)
    throw refuse(`이미지의 가로와 세로는 ${IMAGE_SIDE_MAX.toLocaleString('ko')}픽셀 이하여야 합니다.`)
  if (!isWholeImage(bytes, image)) throw refuse('손상되었거나 일부만 있는 이미지 파일입니다.')
  return { ...image, bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32) }
}

async function storeImage(tx: Tx, name: ImageName, file: File | null) {
  await tx.deleteFrom('event_images').where('name', '=', name).execute()
  if (file)
    await tx
      .insertInto('event_images')
      .values({ name, ...file })
      .execute()
}
