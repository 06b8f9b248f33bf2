import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'

/** The film that the browser's camera shows: a file of one picture, which the browser opens with the camera. */
const FILM = join(tmpdir(), `fairslot-camera-${process.pid}.y4m`)

/** The flags by which a browser has that camera. */
export const FAKE_CAMERA = [
  // Without a window nobody could be asked for the permission, which the context gives.
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${FILM}`,
]

const [WIDTH, HEIGHT, MODULE] = [640, 480, 8]
const [PAPER, INK, TABLE] = [235, 16, 128]

/** Holds a QR code up to the camera, a little aside of the middle: as a phone is held by a hand. */
export function holdUp(text: string): void {
  const { data, size } = encode(text, { border: 4 })
  const left = Math.round((WIDTH - size * MODULE) / 2) + 30
  const top = Math.round((HEIGHT - size * MODULE) / 2) - 10
  const grey = Buffer.alloc(WIDTH * HEIGHT, TABLE)
  for (let y = 0; y < size * MODULE; y += 1)
    for (let x = 0; x < size * MODULE; x += 1) {
      const isDark = data[Math.floor(y / MODULE)]![Math.floor(x / MODULE)]
      grey[(top + y) * WIDTH + left + x] = isDark ? INK : PAPER
    }
  const noColour = Buffer.alloc((WIDTH / 2) * (HEIGHT / 2) * 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, noColour])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(FILM, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}
