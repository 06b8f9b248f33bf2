import { parseCsv } from '../../../../domain/csv.ts'
import type { Sheet } from '../../../../domain/pasted-table.ts'
import { decodeText, type Encoding } from './csv.ts'
import { FileProblem } from './file-problem.ts'

const BYTES_MAX = 5 * 1024 * 1024
const TIMEOUT_MS = 30_000
const SLOW_TEXT = '파일을 읽는 데 너무 오래 걸립니다. 파일을 이 컴퓨터에 저장한 뒤 다시 선택해주세요.'
const OLD_TEXT = '이전 형식(.xls)이거나 암호가 걸린 파일입니다. .xlsx나 CSV로 저장해 다시 선택해주세요.'

/** Only sheets with rows; `encoding` of a text file. */
export type ListFile = { file: File; encoding: Encoding | null; sheets: readonly Sheet[] }

/** A text file's encoding is guessed if none is chosen. Throws a `FileProblem`. */
export async function readList(file: File, chosen?: Encoding): Promise<ListFile> {
  if (file.size > BYTES_MAX) throw new FileProblem('파일이 너무 큽니다. 5MB 이하의 파일을 선택해주세요.')
  // A file in a cloud folder may never arrive.
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, TIMEOUT_MS, new FileProblem(SLOW_TEXT))
  })
  const list = await Promise.race([read(file, chosen), late])
  if (list.sheets.length === 0) throw new FileProblem('빈 파일입니다. 명단이 있는 파일을 선택해주세요.')
  return list
}

const ZIP = [0x50, 0x4b]
// Old Excel formats, and workbooks with a password.
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

async function read(file: File, chosen?: Encoding): Promise<ListFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const beginsWith = (signs: readonly number[]) => signs.every((sign, n) => bytes[n] === sign)
  if (beginsWith(COMPOUND)) throw new FileProblem(OLD_TEXT)
  if (beginsWith(ZIP)) {
    const { readXlsx } = await import('./xlsx.ts')
    return { file, encoding: null, sheets: readXlsx(bytes) }
  }
  const { text, encoding } = decodeText(bytes, chosen)
  // Web pages and XML that are named .xls.
  if (/^\s*<(?:\?xml|!doctype|html|table|meta)/i.test(text.slice(0, 500))) throw new FileProblem(OLD_TEXT)
  const lines = parseCsv(text)
  const sheets = lines.length > 0 ? [{ name: file.name, isHidden: false, lines }] : []
  return { file, encoding, sheets }
}
