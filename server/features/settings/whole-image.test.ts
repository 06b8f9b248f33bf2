import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readImage } from '../../../domain/event-image.ts'
import { LOGOS } from '../../../test/logo-files.ts'
import { isWholeImage } from './commands.ts'

const check = (bytes: Buffer) => {
  const image = readImage(bytes)
  return image !== null && isWholeImage(bytes, image)
}

test.each(Object.entries(LOGOS))(
  'a %s file of a browser is whole; without its end, or broken, it is not',
  (form, base64) => {
    const bytes = Buffer.from(base64, 'base64')
    expect(check(bytes)).toBe(true)
    expect(check(bytes.subarray(0, -1))).toBe(false)
    expect(check(bytes.subarray(0, -20))).toBe(false)
    if (form !== 'png') return
    const broken = Buffer.from(bytes)
    const data = broken.indexOf('IDAT') + 4
    broken.fill(0, data, data + 8)
    expect(check(broken)).toBe(false)
  },
)

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}

function png(rows: Buffer, interlace = 0) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(8, 0)
  header.writeUInt32BE(8, 4)
  header.set([8, 6, 0, 0, interlace], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a PNG whose picture is smaller or larger than its header says is refused, interlaced or not', () => {
  const size = 8 * (1 + 8 * 4)
  expect(check(png(Buffer.alloc(size)))).toBe(true)
  expect(check(png(Buffer.alloc(size - 1)))).toBe(false)
  expect(check(png(Buffer.alloc(50_000_000)))).toBe(false)
  // 8 x 8 pixels in seven passes have 15 rows.
  expect(check(png(Buffer.alloc(8 * 8 * 4 + 15), 1))).toBe(true)
  expect(check(png(Buffer.alloc(size), 1))).toBe(false)
})
