import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { toKoreanWindows } from '../korean-windows.ts'
import { makeWorkbook, sheetData } from '../workbook.ts'
import { expect, expectAccessible, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const HEADER = ['성함', '소속', '직함', '휴대폰', '메일', '비고']
const guest = (n: number) => [
  `손님${n}`,
  '해돋이상사',
  '과장',
  `10${40_000_000 + n}`,
  `guest-${n}@example.com`,
  '',
]

async function openImport(page: Page) {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: '파일로 등록' }).click()
  return page.getByRole('dialog', { name: '파일로 회원 등록' })
}

const fileOf = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

const choose = (page: Page, content: Uint8Array | string) =>
  page
    .getByLabel('회원 파일')
    .setInputFiles(fileOf(typeof content === 'string' ? '명단.csv' : '명단.xlsx', content))

async function openSeveral(page: Page, tab: 'docents' | 'rooms') {
  await page.goto(`/admin/schedule?tab=${tab}`)
  await page.getByRole('button', { name: /^여러 .* 한꺼번에 추가$/ }).click()
  const dialog = page.getByRole('dialog', { name: /여러 . 추가$/ })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Drops a file on the page, which has to keep the browser from opening it. */
async function drop(page: Page, name: string, content: Uint8Array) {
  const isOpened = await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([Uint8Array.of(${content.join()})], '${name}'))
    const init = { dataTransfer, bubbles: true, cancelable: true }
    return ['dragover', 'drop'].some((type) => document.body.dispatchEvent(new DragEvent(type, init)))
  })()`)
  expect(isOpened).toBe(false)
}

let said: string[] = []
test.beforeEach(async ({ page }) => {
  said = watchConsole(page)
  await signInAsAdmin(page)
})
test.afterEach(() => expect(said).toEqual([]))

test('a workbook of five thousand members is read, shown and imported @release', async ({ page }) => {
  const rows = [HEADER, ...Array.from({ length: 5_000 }, (_, n) => guest(n))]
  const dialog = await openImport(page)
  await choose(page, makeWorkbook([{ name: '명단', xml: sheetData(rows) }]))
  await expect(dialog.getByText('명단.xlsx · 5,000행')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /2행 손님0 해돋이상사 과장 010-4000-0000/ })).toBeVisible()
  await dialog.getByRole('button', { name: '5,000명 모두 등록' }).click()
  await expect(dialog.getByText('회원 5,000명이 등록되었습니다.')).toBeVisible()
})

test('a small workbook with a cell far out is refused with its reason @release', async ({ page }) => {
  const far = sheetData([HEADER]).replace('r="B1"', 'r="$xfd$1048576"')
  const dialog = await openImport(page)
  await choose(page, makeWorkbook([{ name: '명단', xml: far }]))
  await expect(dialog.getByText(/^표가 너무 큽니다. 1,048,576행 16384번째 칸/)).toBeVisible()
})

test('sheet, hidden rows, header and columns are shown as they were understood, and can be changed @release', async ({
  page,
}) => {
  const dialog = await openImport(page)
  const members = [['2026 초청 명단'], HEADER, guest(6_001).with(5, '남궁'), guest(6_002), guest(6_003)]
  const older = [['이름', '회사명', '담당', '전화번호', '이메일'], guest(6_004).slice(0, 5)]
  await choose(
    page,
    makeWorkbook([
      { name: '작년', xml: sheetData(older) },
      { name: '올해', xml: sheetData(members, { hidden: [4] }) },
    ]),
  )
  await expect(dialog.getByText('회원 2명을 등록할 수 있습니다.')).toBeVisible()
  await expect(dialog.getByLabel('시트')).toHaveValue('1')
  await dialog.getByRole('checkbox', { name: '필터 등으로 숨긴 1행도 포함' }).check()
  await expect(dialog.getByText('회원 3명을 등록할 수 있습니다.')).toBeVisible()
  await dialog.getByText('열 6개 중 5개를 사용합니다').click()
  await expectAccessible(page)
  await dialog.getByLabel('성함').selectOption('사용 안 함')
  await expect(dialog.getByText('다음 열을 찾지 못했습니다: 이름. 열 확인에서 지정해주세요.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '등록할 회원 없음' })).toBeDisabled()
  await dialog.getByLabel('성함').selectOption('이름')
  await expect(dialog.getByText('회원 3명을 등록할 수 있습니다.')).toBeVisible()
  await dialog.getByLabel('비고').selectOption('성')
  await expect(dialog.getByRole('row', { name: /3행 남궁손님6001 해돋이상사/ })).toBeVisible()

  // A list without a column for positions: one for all.
  await dialog.getByLabel('시트').selectOption('작년 (2행)')
  await expect(dialog.getByText('다음 열을 찾지 못했습니다: 직책.')).toBeVisible()
  await dialog.getByLabel('모두에게 입력할 직책').fill('담당자')
  await expect(dialog.getByRole('row', { name: /2행 손님6004 해돋이상사 담당자/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: '입력한 내용을 버릴까요?' })
  await question.getByRole('button', { name: '계속 입력' }).click()
  await dialog.getByLabel('머리글').selectOption('머리글 없음')
  await expect(dialog.getByText('다음 열을 찾지 못했습니다: 이름, 회사명, 전화번호, 이메일.')).toBeVisible()
})

test('a list over slow Wi-Fi is sent once, for half a minute @release', async ({ page }) => {
  await page.clock.install()
  const dialog = await openImport(page)
  await choose(page, [HEADER, guest(9_001)].map((cells) => cells.join(',')).join('\n'))
  const add = dialog.getByRole('button', { name: '1명 모두 등록' })
  await expect(add).toBeEnabled()
  let sent = 0
  const release = Promise.withResolvers<void>()
  await page.route('**/api/admin/users/import/', async (route) => {
    sent += 1
    await release.promise
    await route.continue()
  })
  await add.click()
  await expect.poll(() => sent).toBe(1)
  await page.clock.fastForward(30_000)
  release.resolve()
  await expect(dialog.getByText('회원 1명이 등록되었습니다.')).toBeVisible()
  expect(sent).toBe(1)
})

test('rows with problems are saved, corrected and imported; members are updated', async ({ page, app }) => {
  const dialog = await openImport(page)
  const lines = [HEADER, guest(7_001), guest(7_002).with(4, 'no-mail'), guest(7_003).with(0, '손\ufffd님')]
  await choose(page, lines.map((cells) => cells.join(',')).join('\n'))
  await expect(dialog.getByText('명단.csv · UTF-8 · 3행')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /4행/ })).toContainText(
    '손\ufffd님깨진 글자나 수식 오류가 있습니다',
  )
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '문제 행 내려받기 (CSV)' }).click()
  const corrected = readFileSync(await (await saved).path(), 'utf8')
    .replace('no-mail', 'guest-7002@example.com')
    .replace('\ufffd', '')
  expect(corrected).toMatch(/^\ufeff행,이름,회사명,직책,전화번호,이메일,문제\r\n3,손님7002,/)
  await dialog.getByRole('checkbox', { name: /로그인 방법을 메일로 안내/ }).check()
  await dialog.getByRole('button', { name: '문제 없는 1명만 등록' }).click()
  await expect(dialog.getByText(/^회원 1명이 등록되었습니다/)).toBeVisible()
  const mail = await app.mailbox.receive('guest-7001@example.com', '예약 서비스에 초대합니다')
  expect(mail.text).toContain('전화번호: 010-4000-7001')
  await dialog.getByRole('button', { name: '다른 파일 등록' }).click()
  await choose(page, corrected)
  await dialog.getByRole('button', { name: '2명 모두 등록' }).click()
  await expect(dialog.getByText('회원 2명이 등록되었습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '다른 파일 등록' }).click()

  const changed = [
    ['휴대폰', '회사'],
    ...[7_001, 7_002].map((n) => [guest(n)[3], n === 7_001 ? '별빛상사' : '']),
  ]
  await choose(page, changed.map((cells) => cells.join(',')).join('\n'))
  await dialog.getByRole('radio', { name: '수정' }).check()
  await expect(
    dialog.getByText('회원 1명의 정보를 수정할 수 있습니다. 회원 1명은 바뀌는 것이 없습니다.'),
  ).toBeVisible()
  await expect(dialog.getByRole('row', { name: /2행/ })).toContainText('별빛상사지금: 해돋이상사')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '1명 모두 수정' }).click()
  await expect(dialog.getByText('회원 1명의 정보가 수정되었습니다.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: '회원 검색' }).fill('별빛상사')
  await expect(page.getByRole('row', { name: /손님7001/ })).toBeVisible()
})

test('a list whose letters are read wrong is read again in the encoding that one chooses @release', async ({
  page,
}) => {
  const dialog = await openImport(page)
  const guessed = 'name,company,title,phone,email\n탁호철,튼튼,CEO,01040008001,tak@example.com'
  await page.getByLabel('회원 파일').setInputFiles(fileOf('members.csv', toKoreanWindows(guessed)))
  await expect(dialog.getByText('members.csv · UTF-8 · 1행')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /2행/ })).not.toContainText('탁호철')
  await dialog.getByRole('radio', { name: '둘 다' }).check()
  await dialog.getByLabel('문자 인코딩').focus()
  await dialog.getByLabel('문자 인코딩').selectOption('EUC-KR (CP949)')
  await expect(dialog.getByText('members.csv · EUC-KR · 1행')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /2행 탁호철 튼튼 CEO/ })).toBeVisible()
  await expect(dialog.getByLabel('문자 인코딩')).toBeFocused()
  await expect(dialog.getByRole('radio', { name: '둘 다' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByLabel('문자 인코딩').selectOption('UTF-16LE')
  await expect(dialog.getByText('다음 열을 찾지 못했습니다: 전화번호.')).toBeVisible()
  await dialog.getByLabel('문자 인코딩').selectOption('EUC-KR (CP949)')
  await dialog.getByRole('button', { name: '1명 모두 등록·수정' }).click()
  await expect(dialog.getByText('회원 1명이 등록되었습니다.')).toBeVisible()
})

test('rooms come out of a workbook: below a title, with the numbers of its rows, and are corrected @release', async ({
  page,
}) => {
  const rooms = [
    ['2026 회의실 배치', null, null, null],
    [null, null, null, null],
    ['호실명', '비고', '층', '최대 수용 인원'],
    ['하늘방', '창가', '3F', '약 12명'],
    ['바다방', null, '2F', '8명'],
    ['지하방', null, 'B1', '6명'],
  ]
  const dialog = await openSeveral(page, 'rooms')
  const file = makeWorkbook([
    { name: '표지', xml: sheetData([['배치 계획']]) },
    { name: '방', xml: sheetData(rooms, { hidden: [5] }) },
  ])
  await page.getByLabel('미팅룸 파일').setInputFiles(fileOf('배치.xlsx', file))
  await expect(dialog.getByLabel('시트')).toHaveValue('1')
  await expect(dialog.getByRole('row', { name: /4행 하늘방 3층 12명 이상 없음/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /6행 지하방/ })).toContainText('지상의 층수가 아닙니다: B1')
  await expect(dialog.getByText('바다방')).toBeHidden()
  await dialog.getByRole('checkbox', { name: '필터 등으로 숨긴 1행도 포함' }).check()
  await expect(dialog.getByRole('row', { name: /5행 바다방 2층 8명 이상 없음/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '미팅룸 3개 추가' }).click()
  await expect(dialog.getByText('6행: 지상의 층수가 아닙니다: B1')).toBeVisible()
  const table = dialog.getByLabel('표 붙여넣기')
  await table.fill((await table.inputValue()).replace('B1', '1층'))
  await dialog.getByRole('button', { name: '미팅룸 3개 추가' }).click()
  await expect(page.getByText('미팅룸 3개가 추가되었습니다.')).toBeVisible()
  await expect(page.getByRole('row', { name: /하늘방/ })).toContainText('12명')
})

test('docents come out of a dropped file of Korean Windows, in the encoding that one chooses @release', async ({
  page,
}) => {
  const dialog = await openSeveral(page, 'docents')
  await drop(page, '도슨트.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))
  await expect(dialog.getByRole('alert').first()).toContainText('이전 형식(.xls)')
  const list =
    '성명(필수),담당 언어,투어 시작 위치,등급\n김똠방,한국어,"A홀, 입구",VIP\n이서준,English,3층 로비,'
  await drop(page, '도슨트.csv', toKoreanWindows(list))
  await expect(dialog.getByText('이전 형식(.xls)')).toBeHidden()
  await expect(
    dialog.getByRole('row', { name: /2행 김똠방 .*VIP.* 한국어 A홀, 입구 이상 없음/ }),
  ).toBeVisible()
  await expect(dialog.getByLabel('문자 인코딩')).toHaveValue('EUC-KR')
  await dialog.getByLabel('문자 인코딩').selectOption('UTF-8')
  await expect(dialog.getByRole('row', { name: /2행/ })).toContainText('깨진 글자나 수식 오류가 있습니다.')
  await dialog.getByLabel('문자 인코딩').selectOption('EUC-KR (CP949)')
  await dialog.getByRole('button', { name: '도슨트 2명 추가' }).click()
  await expect(page.getByText('도슨트 2명이 추가되었습니다.')).toBeVisible()
  await expect(page.getByRole('row', { name: /김똠방/ })).toContainText('A홀, 입구')
})
