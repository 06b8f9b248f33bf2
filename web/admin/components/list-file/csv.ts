import { csvLine, UTF8_MARK } from '../../../../domain/csv.ts'
import { saveFile } from '../../../api/download.ts'

export const ENCODINGS = ['UTF-8', 'EUC-KR', 'Windows-1252', 'UTF-16LE', 'UTF-16BE'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Guessed by its mark, else by the zeros of UTF-16, else by broken letters and Hangul. */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): { text: string; encoding: Encoding } {
  const decoded = (encoding: Encoding) => ({ text: new TextDecoder(encoding).decode(bytes), encoding })
  if (chosen) return decoded(chosen)
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded('UTF-16LE')
  if (first === 0xfe && second === 0xff) return decoded('UTF-16BE')
  const zeros = [0, 0]
  const sample = bytes.subarray(0, 4_000)
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2]! += 1
  if (zeros[0]! + zeros[1]! > sample.length / 20)
    return decoded(zeros[0]! > zeros[1]! ? 'UTF-16BE' : 'UTF-16LE')
  const utf8 = decoded('UTF-8')
  if (broken(utf8.text) === 0) return utf8
  const korean = decoded('EUC-KR')
  if (hangul(korean.text) > broken(korean.text))
    return broken(korean.text) <= broken(utf8.text) ? korean : utf8
  return hangul(utf8.text) > 0 ? utf8 : decoded('Windows-1252')
}

const broken = (text: string) => text.split('\ufffd').length - 1
const hangul = (text: string) => text.match(/[가-힣]/g)?.length ?? 0

export const csvFile = (lines: readonly (readonly string[])[]): Blob =>
  new Blob([UTF8_MARK, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' })

export const saveCsv = (name: string, lines: readonly (readonly string[])[]): void =>
  saveFile(csvFile(lines), name)
