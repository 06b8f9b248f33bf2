type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

export type Reader = (video: HTMLVideoElement) => Promise<string | null>

// Larger pictures take longer and find no more codes.
const MAX_SIDE = 640

// Some devices have the class but not the service behind it: it rejects, or never answers.
const ANSWER_MS = 3_000

/** The browser's own QR reader while it works, else one loaded on demand. */
export async function makeReader(): Promise<Reader> {
  let own = await inTime(findOwn()).catch(() => null)
  let bundled: Promise<Reader> | undefined
  return async (video) => {
    if (own) {
      const answer = await inTime(own.detect(video)).catch(() => null)
      if (answer) return answer[0]?.rawValue ?? null
      own = null
    }
    return (await (bundled ??= loadReader()))(video)
  }
}

async function findOwn(): Promise<Detector | null> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = (await Own?.getSupportedFormats()) ?? []
  return Own && formats.includes('qr_code') ? new Own({ formats: ['qr_code'] }) : null
}

const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([answer, new Promise<never>((_, reject) => setTimeout(reject, ANSWER_MS))])

async function loadReader(): Promise<Reader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (videoWidth === 0) return null
    const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // Most pictures contain no code.
      return null
    }
  }
}
