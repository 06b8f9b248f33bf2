import { randomUUID } from 'node:crypto'
import type { FileFormat } from '../../contract/spreadsheet.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { csvRows, readCsv } from '../../test/read-csv.ts'
import { readSheet, sheetNames } from '../../test/read-sheet.ts'
import { dateCell, timeCell, type Cell } from './sheet.ts'
import { makeSpreadsheets, type Column, type SheetOf, type Spreadsheets } from './spreadsheets.ts'

type Thing = { text: string | null; count: number }

const columns: readonly Column<Thing>[] = [
  ['글', 12, ({ text }) => text],
  ['수', 8, ({ count }) => count],
]
let spreadsheets: Spreadsheets
beforeEach(() => {
  spreadsheets = makeSpreadsheets()
})
afterEach(() => spreadsheets.close())

const order = (things: Thing[]) => ({
  name: '목록_2026-11-20',
  columns,
  fill: (add: (some: readonly Thing[]) => Promise<void>) => add(things),
})
const write = async (...things: Thing[]) =>
  readSheet(await buffer((await spreadsheets.write(order(things))).bytes))

test('text and numbers keep their type; a missing value is an empty cell', async () => {
  const { rows, cellOf, widths } = await write({ text: '12', count: 12 }, { text: null, count: 0 })
  expect(rows).toEqual([{ 글: '12', 수: 12 }, { 수: 0 }])
  expect([cellOf(0, '글')!.type, cellOf(0, '수')!.type]).toEqual(['s', 'n'])
  expect(widths).toEqual([12, 8])
})

test('a file without rows still has its headers', async () => {
  const { header, rows } = await write()
  expect([header, rows]).toEqual([['글', '수'], []])
})

test('a file of several sheets keeps each under its own name and headers, however many rows it has', async () => {
  const many = Array.from({ length: 1_201 }, (_, count) => ({ text: `${count}`, count }))
  const [full, empty] = [
    { title: '많음', columns },
    { title: '없음', columns },
  ]
  const single: SheetOf<{ value: string }> = { title: '하나', columns: [['값', 9, ({ value }) => value]] }
  const written = await spreadsheets.writeBook({
    name: '통계_2026-11-20',
    sheets: [full, empty, single],
    async fill(add) {
      await add(full, many)
      await add(single, [{ value: '=1' }])
    },
  })
  const file = await buffer(written.bytes)
  expect([written.name, ...sheetNames(file)]).toEqual(['통계_2026-11-20.xlsx', '많음', '없음', '하나'])
  expect(readSheet(file).rows).toHaveLength(1_201)
  expect(readSheet(file, 1).rows.at(-1)).toEqual({ 글: '1200', 수: 1_200 })
  expect([readSheet(file, 2).header, readSheet(file, 2).rows]).toEqual([['글', '수'], []])
  expect([readSheet(file, 3).rows, readSheet(file, 3).formulas]).toEqual([[{ 값: '=1' }], 0])
})

describe('CSV', () => {
  const HOSTILE = [
    '=HYPERLINK("http://evil.example","x")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '＝1+1',
    '\t=1',
    '\r=1',
  ]
  const SAFE = [
    '007',
    '010-1234-5678',
    '김 "수석" 지민',
    '가,나;다',
    '첫 줄\n둘째 줄',
    "O'Brien",
    '😀 שלום',
    ' =1',
  ]

  const save = async (cells: readonly Cell[]) => {
    const { bytes, name, type } = await spreadsheets.write({
      name: '목록_2026-11-20',
      format: 'csv',
      columns: [
        ['값', 9, (cell: Cell) => cell],
        ['둘', 9, () => null],
      ] satisfies Column<Cell>[],
      fill: (add) => add(cells),
    })
    return { file: await buffer(bytes), name, type }
  }

  test('is one table in UTF-8 that Excel and other programs read', async () => {
    const { file, name, type } = await save(SAFE)
    expect([name, type]).toEqual(['목록_2026-11-20.csv', 'text/csv; charset=utf-8'])
    expect(readCsv(file)).toEqual([['값', '둘'], ...SAFE.map((text) => [text, ''])])
    expect(readCsv((await save([])).file)).toEqual([['값', '둘']])
  })

  test.each(HOSTILE)('%j is marked as text, so that no spreadsheet calculates it', async (text) => {
    expect(readCsv((await save([text])).file)[1]).toEqual([`'${text}`, ''])
  })

  test('writes negative numbers, dates and times as an .xlsx file shows them', async () => {
    const at = new Date('2026-11-20T09:05:00Z')
    const cells = [-5, -0.5, 1e6, dateCell('2026-11-20'), timeCell('09:05'), timeCell('24:00'), at]
    const shown = ['-5', '-0.5', '1000000', '2026-11-20', '09:05', '24:00', '2026-11-20 09:05']
    expect(readCsv((await save(cells)).file).slice(1)).toEqual(shown.map((text) => [text, '']))
  })

  test('has the tables of a book one after the other, each with its title, and an empty line between', async () => {
    const [full, empty] = [
      { title: '많음', columns },
      { title: '없음', columns },
    ]
    const many = Array.from({ length: 1_201 }, (_, count) => ({ text: `${count}`, count }))
    const { bytes } = await spreadsheets.writeBook({
      name: '통계_2026-11-20',
      format: 'csv',
      sheets: [empty, full, empty],
      fill: (add) => add(full, many),
    })
    const records = readCsv(await buffer(bytes))
    const head = [['없음'], ['글', '수']]
    expect(records.slice(0, 5)).toEqual([...head, [''], ['많음'], ['글', '수']])
    expect(csvRows(records.slice(4, 1_206)).at(-1)).toEqual({ 글: '1200', 수: '1200' })
    expect(records.slice(1_206)).toEqual([[''], ...head])
  })

  test('is sent while it is made, and a client that disconnects ends the reading', async () => {
    const { written, goOn, reading } = writeSlowly('csv')
    const { bytes } = await written
    const first = await bytes[Symbol.asyncIterator]().next()
    expect(first.done).toBe(false)
    bytes.destroy()
    goOn()
    await expect(reading).rejects.toThrow('has ended')
  })
})

test('a file that cannot be read or written fails, and the next one is written', async () => {
  const unreadable = spreadsheets.write({
    ...order([]),
    fill: () => Promise.reject(new Error('no database')),
  })
  const unwritable = spreadsheets.write({ ...order([]), name: 'a/b' })
  const next = write({ text: '다음', count: 1 })
  await expect(unreadable).rejects.toThrow('no database')
  await expect(unwritable).rejects.toThrow('Sheet name')
  expect((await next).rows).toHaveLength(1)
})

// More than a compressor buffers.
const LONG = Array.from({ length: 2_000 }, (_, count) => ({ text: randomUUID(), count }))

function writeSlowly(format: FileFormat = 'xlsx') {
  const goOn = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  const written = spreadsheets.write({
    ...order([]),
    format,
    fill: (add) =>
      (async () => {
        await add(LONG)
        await goOn.promise
        await add([{ text: '둘', count: 2 }])
      })().then(reading.resolve, (error: unknown) => {
        reading.reject(error)
        throw error
      }),
  })
  reading.promise.catch(() => {})
  return { written, goOn: goOn.resolve, reading: reading.promise }
}

test('a file is sent while it is made: its first bytes come before its last rows are read', async () => {
  const { written, goOn } = writeSlowly()
  const { bytes } = await written
  const pieces = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = (await pieces.next()).value as Buffer
  goOn()
  const rest: Buffer[] = []
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) rest.push(piece.value)
  expect(readSheet(Buffer.concat([first, ...rest])).rows).toHaveLength(LONG.length + 1)
})

test('a client that disconnects ends the reading, and the next file is written', async () => {
  const { written, goOn, reading } = writeSlowly()
  const next = write({ text: '다음', count: 1 })
  ;(await written).bytes.destroy()
  goOn()
  await expect(reading).rejects.toThrow('has ended')
  expect((await next).rows).toHaveLength(1)
})

test('closing ends what is being written instead of waiting for it', async () => {
  const { written, goOn } = writeSlowly()
  const waiting = write({ text: '다음', count: 1 })
  const { bytes } = await written
  await spreadsheets.close()
  goOn()
  await expect(buffer(bytes)).rejects.toThrow('has ended')
  await expect(waiting).rejects.toThrow('has ended')
})
