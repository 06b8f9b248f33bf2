import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
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
import { isoRow } from '../../database/iso-row.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { invalid } from '../../http/app-error.ts'
import { refuseEditConflict } from '../audit/commands.ts'
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
    const before = isoRow(await tx.selectFrom('settings').select(names).forUpdate().executeTakeFirstOrThrow())
    await refuseEditConflict(tx, { by: change, target: null, expected, stored: before, wanted }, now)
    const after = isoRow(
      await tx.updateTable('settings').set(wanted).returning(names).executeTakeFirstOrThrow(),
    )
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
  const refuse = (text: string) => invalid(name, text)
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

/** Whether the image is complete. Trailing bytes are allowed, because some programs add them. */
export function isWholeImage(bytes: Buffer, { type, width, height }: ImageFacts): boolean {
  try {
    if (type === 'image/png') return isWholePng(bytes, width, height)
    return type === 'image/webp' ? isWholeWebp(bytes) : isWholeJpeg(bytes)
  } catch {
    // Read past the end, or broken compression.
    return false
  }
}

// By colour type.
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
// The passes of Adam7: first column, first row, column step, row step.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function isWholePng(bytes: Buffer, width: number, height: number): boolean {
  const data: Buffer[] = []
  let at = 8
  for (let name = ''; name !== 'IEND';) {
    const length = bytes.readUInt32BE(at)
    name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length))
    bytes.readUInt32BE(at + 8 + length)
    at += 12 + length
  }
  const [depth, colour, interlaced] = [bytes[24]!, bytes[25]!, bytes[28] === 1]
  const bits = depth * CHANNELS[colour]!
  const sizeOf = (columns: number, rows: number) =>
    columns > 0 ? rows * (1 + Math.ceil((columns * bits) / 8)) : 0
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const)
  const size = passes
    .map(([x, y, dx, dy]) => sizeOf(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)))
    .reduce((sum, each) => sum + Math.max(0, each), 0)
  return inflateSync(Buffer.concat(data), { maxOutputLength: size + 1 }).length === size
}

/** Chunks fill the container and contain a picture. */
function isWholeWebp(bytes: Buffer): boolean {
  const end = bytes.readUInt32LE(4) + 8
  let at = 12
  let hasPicture = false
  while (at < end) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (/^(?:VP8 |VP8L|ANMF)$/.test(name)) hasPicture = true
    at += 8 + length + (length % 2)
  }
  return hasPicture && at === end && end <= bytes.length
}

const [SCAN, END] = [0xda, 0xd9]

/** Segments up to the end of the image; compressed data have no markers but restarts. */
function isWholeJpeg(bytes: Buffer): boolean {
  let hasScan = false
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return false
    const marker = bytes.readUInt8(at + 1)
    if (marker === END) return hasScan
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
    if (marker !== SCAN) continue
    hasScan = true
    while (bytes.readUInt8(at) !== 0xff || isData(bytes.readUInt8(at + 1))) at += 1
  }
}

const isData = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7)
