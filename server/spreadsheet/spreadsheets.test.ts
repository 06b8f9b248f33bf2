import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { readSheet, sheetNames } from '../../test/read-sheet.ts'
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

function writeSlowly() {
  const goOn = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  const written = spreadsheets.write({
    ...order([]),
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
