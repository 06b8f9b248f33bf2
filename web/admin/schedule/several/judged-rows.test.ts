import { expect, test } from 'vitest'
import { judgeRows, problemText, refusedRows } from './judged-rows.ts'
import { KINDS } from './several-kind.ts'

const docents = (table: string, known: string[] = [], refused = {}) =>
  judgeRows(KINDS.docents.read(table), new Set(known), refused)

test('a row has every problem that the form for one would have, and those of a table', () => {
  const [first, second] = docents('김하늘\t한국어\t3층 로비\n박\t\t3층 로비\t골드')
  expect(first).toMatchObject({ row: 1, problems: [] })
  expect(second).toMatchObject({
    row: 2,
    problems: [
      '등급은 VIP, VVIP 또는 빈칸이어야 합니다.',
      '이름은 2자 이상이어야 합니다.',
      '언어를 입력해주세요.',
    ],
  })
  const rooms = judgeRows(KINDS.rooms.read('미팅룸 1\t3F\t10명\n미팅룸 2\t지하 1층\t1000'), new Set())
  expect(rooms.map(({ facts }) => facts)).toEqual([
    ['3층', '10명'],
    ['', '1000명'],
  ])
  expect(rooms.map(({ problems }) => problems)).toEqual([
    [],
    ['지상의 층수가 아닙니다: 지하 1층', '층수를 입력해주세요.', '수용 인원은 999명을 초과할 수 없습니다.'],
  ])
})

test('a name that is there already, or twice in the table, is pointed out and no problem', () => {
  const rows = docents('김하늘,한국어,로비\n이서준,한국어,로비\n이서준,한국어,로비', ['김하늘'])
  expect(rows.map(({ notes }) => notes)).toEqual([
    ['같은 이름이 이미 있습니다.'],
    ['표에 같은 이름이 또 있습니다.'],
    ['표에 같은 이름이 또 있습니다.'],
  ])
  expect(problemText(rows)).toBeNull()
})

test('the first problem is said with its row, and how many rows more have one', () => {
  const table = '김하늘,한국어,로비\n박,한국어,로비\n,,'
  expect(problemText(docents(table))).toBe('2행: 이름은 2자 이상이어야 합니다.')
  expect(problemText(docents(`${table}\n최,한국어,`))).toBe(
    '2행: 이름은 2자 이상이어야 합니다. 고칠 행이 1개 더 있습니다.',
  )
})

test('a refusal of the service stands at its row', () => {
  const refused = refusedRows({
    'docents.1.name': '사용할 수 없는 이름입니다.',
    'docents.1.language': '다른 말',
  })
  const rows = docents('김하늘,한국어,로비\n이서준,한국어,로비', [], refused)
  expect(rows.map(({ problems }) => problems)).toEqual([[], ['사용할 수 없는 이름입니다.']])
  expect(refusedRows({ docents: '추가할 내용을 입력해주세요.' })).toEqual({})
})
