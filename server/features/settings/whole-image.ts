import { inflateSync } from 'node:zlib'
import type { ImageFacts } from '../../../domain/event-image.ts'

/** Whether the file has all of its picture. Some programs leave bytes behind it. */
export function isWholeImage(bytes: Buffer, { type, width, height }: ImageFacts): boolean {
  try {
    if (type === 'image/png') return isWholePng(bytes, width, height)
    return type === 'image/webp' ? isWholeWebp(bytes) : isWholeJpeg(bytes)
  } catch {
    // Read behind the end, or broken compression.
    return false
  }
}

// By colour type.
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
// Of Adam7, by pass: first column and row, then their steps.
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
