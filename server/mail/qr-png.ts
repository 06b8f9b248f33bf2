import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** In modules; readers need the margin. */
const QUIET = 4
/** Pixels per module. */
const SCALE = 6

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A filter byte, then one bit per pixel; 1 is white. */
function rowOf(modules: readonly boolean[]): Buffer {
  const width = modules.length * SCALE
  const row = Buffer.alloc(1 + Math.ceil(width / 8))
  for (let x = 0; x < width; x += 1)
    if (!modules[Math.floor(x / SCALE)]) row[1 + (x >> 3)]! |= 0x80 >> (x & 7)
  return row
}

/** PNG, because every mail program shows it. */
export function qrPng(text: string): Buffer {
  // A fixed mask: trying all eight takes a millisecond.
  const { data, size } = encode(text, { border: QUIET, maskPattern: 0 })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size * SCALE, 0)
  header.writeUInt32BE(size * SCALE, 4)
  // One bit per pixel, greyscale.
  header.writeUInt8(1, 8)
  const rows = data.flatMap((modules) => {
    const row = rowOf(modules)
    return Array.from({ length: SCALE }, () => row)
  })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
