export const IMAGES = ['logo', 'picture', 'plan'] as const
export type ImageName = (typeof IMAGES)[number]

export const IMAGE_BYTES_MAX: Readonly<Record<ImageName, number>> = {
  logo: 300_000,
  picture: 1_000_000,
  plan: 1_000_000,
}

export const tooLargeText = (name: ImageName): string =>
  name === 'logo' ? '로고 파일은 300kB 이하여야 합니다.' : '이미지 파일은 1MB 이하여야 합니다.'

export const IMAGE_SIDE_MAX = 4_000

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'
export type ImageFacts = { type: ImageType; width: number; height: number }

/** Pixel size from the bytes; null for other types, such as scriptable SVG. */
export function readImage(bytes: Uint8Array): ImageFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = readPng(bytes, view) ?? readWebp(bytes, view) ?? readJpeg(view)
  return found && found.width > 0 && found.height > 0 ? found : null
}

const hasText = (bytes: Uint8Array, at: number, text: string) =>
  bytes.length >= at + text.length &&
  Array.from(text, (char) => char.charCodeAt(0)).every((code, i) => bytes[at + i] === code)

function readPng(bytes: Uint8Array, view: DataView): ImageFacts | null {
  if (!hasText(bytes, 0, '\x89PNG\r\n\x1a\n') || !hasText(bytes, 12, 'IHDR') || bytes.length < 24) return null
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readWebp(bytes: Uint8Array, view: DataView): ImageFacts | null {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP') || bytes.length < 30) return null
  const size = webpSize(bytes, view)
  return size && { type: 'image/webp', ...size }
}

function webpSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | null {
  const uint24 = (at: number) => view.getUint16(at, true) | (bytes[at + 2]! << 16)
  if (hasText(bytes, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 }
  if (hasText(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (hasText(bytes, 12, 'VP8 ') && uint24(23) === 0x2a019d)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return null
}

const START_OF_IMAGE = 0xffd8
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(view: DataView): ImageFacts | null {
  if (view.byteLength < 4 || view.getUint16(0) !== START_OF_IMAGE) return null
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (isFrame(marker))
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}
