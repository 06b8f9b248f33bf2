import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOGOS } from '../test/logo-files.ts'
import { readImage } from './event-image.ts'

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

test.each(Object.entries(LOGOS))('type and size of a %s file are read from its bytes', (form, base64) => {
  const type = form.includes('webp') ? 'image/webp' : `image/${form}`
  expect(readImage(bytesOf(base64))).toEqual({ type, width: 30, height: 12 })
})

test.each([
  ['nothing', ''],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><script/></svg>'],
  ['a page that begins like a GIF', 'GIF89a<script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7'],
  ['a PNG signature alone', '\x89PNG\r\n\x1a\n'],
  ['a sound in the same container as WebP', 'RIFF....WAVEfmt ....................'],
])('%s is no logo', (_name, text) => {
  expect(readImage(new Uint8Array(Buffer.from(text, 'latin1')))).toBeNull()
})

test('truncated and corrupt files never throw', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(LOGOS)),
      fc.nat(),
      fc.nat(255),
      fc.nat(),
      (base64, at, value, end) => {
        const bytes = bytesOf(base64)
        bytes[at % bytes.length] = value
        const found = readImage(bytes.subarray(0, end % (bytes.length + 1)))
        expect(found === null || (found.width > 0 && found.height > 0)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})
