// Takes the pictures of organising.md from the sample event:
//   PORT=3100 DATA_DIR=/tmp/pictures ADMIN_PASSWORD=... SMTP_URL=smtp://127.0.0.1:9 MAIL_FROM=stand@example.com \
//     CLOCK_START=2026-11-20T09:55:00+01:00 npm start
//   scripts/node docs/pictures/take.mjs http://127.0.0.1:3100 PASSWORD [BROWSER]
//   pngquant --force --ext .png docs/pictures/*.png
// No mail server answers, so that the last picture shows delayed mails.
import { chromium } from '@playwright/test'

const [url, password, executablePath] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

async function open(options) {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'ko-KR',
    timezoneId: 'Europe/Madrid',
    bypassCSP: true,
    ...options,
  })
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByLabel('아이디').fill('admin')
  await page.getByLabel('비밀번호').fill(password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

const desk = await open({ viewport: { width: 1280, height: 800 } })
const button = (name) => desk.getByRole('button', { name, exact: true })
const dialog = (name) => desk.getByRole('dialog', { name })

async function take(name, page = desk) {
  await page.waitForLoadState('networkidle')
  const path = new URL(`${name}.png`, import.meta.url).pathname
  await page.screenshot({
    path,
    animations: 'disabled',
    style: '[aria-label="리허설 안내"] { display: none }',
  })
}

await desk.goto('/admin/settings?tab=start')
await button('견본 데이터 삭제').waitFor()
await take('start')

await desk.goto('/admin/schedule?plan=room')
await dialog('미팅룸 시간 한꺼번에 만들기').getByLabel('마지막 예약 시간').last().fill('18:00')
await desk.getByRole('button', { name: /^[1-9]\d*개 시간 만들기/ }).focus()
await take('times')

await desk.goto('/admin/users')
await button('파일로 등록').click()
await desk.getByLabel('회원 파일').setInputFiles({
  name: '초청 명단.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `성명,회사,직위,휴대폰,E-mail,등급
김서연,한빛전자,부장,010-2222-3333,seoyeon@example.com,VIP
이도윤,누리소프트,팀장,010-4444-5555,doyun@example.com,
박하준,미래반도체,이사,010-6666-777,hajun@example.com,VVIP
최지우,가온에너지,과장,010-8888-9999,jiwoo@example.com,일반`,
  ),
})
await dialog('파일로 회원 등록').getByText('문제가 있는 행이 1개').waitFor()
await take('import')

const walls = await browser.newContext({
  viewport: { width: 1280, height: 800 },
  timezoneId: 'Europe/Madrid',
})
await desk.goto('/admin/settings?tab=screens')
for (const index of [0, 1]) {
  await desk
    .getByRole('button', { name: /설정 링크$/ })
    .nth(index)
    .click()
  const link = await desk.getByLabel('설정 링크', { exact: true }).inputValue()
  await (await walls.newPage()).goto(link)
  await desk.keyboard.press('Escape')
}
await desk.reload()
await desk.getByText('정상').nth(1).waitFor()
await take('screens')
const wall = await walls.newPage()
await wall.goto(`${url}/display`)
await wall.getByText('미팅룸 1').first().waitFor()
await take('wall', wall)

const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
await phone.goto('/admin/arrivals')
await phone
  .getByRole('button', { name: / 도착 확인$/ })
  .first()
  .click()
await phone.getByRole('button', { name: /되돌리기/ }).waitFor()
await take('arrivals', phone)

await desk.goto('/admin/dashboard')
for (const index of [1, 7, 8]) await desk.getByRole('checkbox').nth(index).check()
await take('queue')
await button('승인 3건').click()
await dialog('승인 3건').getByRole('button', { name: '승인 3건' }).click()
await desk.getByRole('region', { name: '되돌릴 수 있는 승인' }).waitFor()

await desk.goto('/admin/reservation?date=2026-11-20')
await desk
  .getByRole('main')
  .getByRole('button', { name: /^누리소프트/ })
  .click()
await button('시간·장소 변경').click()
const move = dialog('시간·장소 변경')
await move.getByLabel('미팅룸').selectOption({ index: 2 })
await move.getByLabel('시작 시간').selectOption('13:30')
await move.getByLabel('회원에게 전할 말').fill('미팅룸 2의 설비 고장으로 자리를 옮깁니다. 죄송합니다.')
await take('move')
await desk.keyboard.press('Escape')

await desk.goto('/admin/settings?tab=mails')
await button('테스트 메일 보내기').click()
await button('지금 다시 시도').waitFor({ timeout: 240_000 })
await take('mails')
await browser.close()
