import { describe, expect, test } from 'vitest'
import { readDocentTable, readRoomTable } from './place-table.ts'

const NO_TIER = { is_vip: false, is_vvip: false }
const VIP = { is_vip: true, is_vvip: false }
const VVIP = { is_vip: true, is_vvip: true }

const docents = (text: string) => readDocentTable(text).map(({ values }) => values)
const rooms = (text: string) => readRoomTable(text).map(({ values }) => values)

describe('a pasted table', () => {
  const HA_NEUL = { name: '김하늘', language: '한국어', start_point: '3층 로비', ...NO_TIER }

  test.each([
    ['out of a spreadsheet', '김하늘\t한국어\t3층 로비\t\n', 1],
    ['out of a spreadsheet on Windows', '김하늘\t한국어\t3층 로비\r\n', 1],
    ['with commas', '김하늘, 한국어, 3층 로비', 1],
    ['with semicolons', '김하늘;한국어;3층 로비;', 1],
    ['with quotation marks', '"김하늘","한국어","3층 로비"', 1],
    ['saved as a CSV file', '\uFEFF이름,언어,시작 위치\n김하늘,한국어,3층 로비', 2],
    ['with its header', '이름\t언어\t시작 위치\t등급\n김하늘\t한국어\t3층 로비\t', 2],
    [
      'with its columns in another order, and others',
      '번호\t등급\t시작위치\tName\t언어\n1\t\t3층 로비\t김하늘\t한국어',
      2,
    ],
    ['with empty rows', '\n\t\t\t\n김하늘\t한국어\t3층 로비\n\n', 3],
  ])('is read %s', (_how, text, row) => {
    expect(readDocentTable(text)).toEqual([{ row, values: HA_NEUL, problems: [] }])
  })

  test('keeps quoted commas and turns quoted line breaks into spaces', () => {
    expect(docents('이서준,English,"A홀, 입구"\n최민준,中文,"1층 ""안내"" 앞"')).toEqual([
      { name: '이서준', language: 'English', start_point: 'A홀, 입구', ...NO_TIER },
      { name: '최민준', language: '中文', start_point: '1층 "안내" 앞', ...NO_TIER },
    ])
    expect(docents('이서준\tEnglish\t"A홀\n입구"')[0]!.start_point).toBe('A홀 입구')
    expect(docents('이서준\tEnglish\t"A", 입구')[0]!.start_point).toBe('"A", 입구')
  })

  test('has only filled rows, with empty text for missing cells', () => {
    expect(docents('')).toEqual([])
    expect(docents('김하늘\n이서준\tEnglish')).toEqual([
      { name: '김하늘', language: '', start_point: '', ...NO_TIER },
      { name: '이서준', language: 'English', start_point: '', ...NO_TIER },
    ])
  })

  test('with only a header has no rows; a docent named like a column is no header', () => {
    expect(docents('이름,언어,시작 위치,등급')).toEqual([])
    expect(docents('이름\n김하늘')).toHaveLength(1)
    expect(docents('이름(영문)\nHaneul Kim')).toHaveLength(1)
    expect(docents('도슨트 VIP,한국어,VIP 라운지,vip')).toHaveLength(1)
  })

  test('reports rows with too many cells, as from an unquoted comma', () => {
    const [row] = readDocentTable('이서준,English,A홀, 입구, VIP')
    expect(row!.problems).toEqual(['등급은 VIP, VVIP 또는 빈칸이어야 합니다.', '칸이 너무 많습니다.'])
  })
})

test.each([
  ['', NO_TIER],
  ['-', NO_TIER],
  ['일반', NO_TIER],
  ['VIP', VIP],
  ['vip 전용', VIP],
  ['[VVIP 전용]', VVIP],
  ['ＶＶＩＰ', VVIP],
])('the tier %j is understood', (word, flags) => {
  expect(readRoomTable(`A,1,4,${word}`)).toEqual([
    { row: 1, values: { name: 'A', floor: 1, size: 4, ...flags }, problems: [] },
  ])
})

test('an unknown tier is reported with its row', () => {
  expect(readRoomTable('A,1,4,골드')[0]!.problems).toEqual(['등급은 VIP, VVIP 또는 빈칸이어야 합니다.'])
})

test.each([
  ['3', '10', 3, 10],
  ['3층', '10명', 3, 10],
  ['3F', '10 인', 3, 10],
  ['３ 층', '최대 12명', 3, 12],
  ['지상 2층', '8인실', 2, 8],
  ['2층', '약 12명', 2, 12],
  ['2', '총 8석 이내', 2, 8],
])('the floor %j and the capacity %j are understood', (floor, size, ...numbers) => {
  const [room] = rooms(`미팅룸\t${floor}\t${size}`)
  expect([room!.floor, room!.size]).toEqual(numbers)
})

test.each([
  ['지하 1층', '많음'],
  ['B1', '4~6명'],
  ['', ''],
  ['-1', '3.5'],
])('the floor %j and the capacity %j are refused by the form', (floor, size) => {
  const [room] = rooms(`미팅룸\t${floor}\t${size}`)
  expect([room!.floor, room!.size]).toEqual([undefined, undefined])
})

test('a lost letter and a formula error are reported', () => {
  const rows = readDocentTable('김\ufffd늘,한국어,로비\n이서준,#N/A,로비\n박서연,한국어,로비')
  const broken = ['깨진 글자나 수식 오류가 있습니다.']
  expect(rows.map(({ problems }) => problems)).toEqual([broken, broken, []])
})

test('a basement floor and an invalid capacity are reported as written', () => {
  expect(readRoomTable('미팅룸\tB1\t4~6명')[0]!.problems).toEqual([
    '지상의 층수가 아닙니다: B1',
    '인원수가 아닙니다: 4~6명',
  ])
})

test('columns are known by the end of their names, below a title', () => {
  expect(docents('도슨트 명단\n\n성명(필수)\t담당 언어*\t투어 시작 위치\n김하늘\t한국어\t3층 로비')).toEqual([
    { name: '김하늘', language: '한국어', start_point: '3층 로비', ...NO_TIER },
  ])
  expect(rooms('호실명\t층(층수)\t최대 수용 인원\n미팅룸 1\t3F\t12')).toEqual([
    { name: '미팅룸 1', floor: 3, size: 12, ...NO_TIER },
  ])
})
