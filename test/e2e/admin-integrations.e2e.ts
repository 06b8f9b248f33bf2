import { createHmac } from 'node:crypto'
import { startReceiver } from '../webhook-receiver.ts'
import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signInAsAdmin, test, watchConsole } from './fixtures.ts'

const DAY = '2026-11-21'

test('an administrator lets a gateway hear of a decision, and a program ask with a token', async ({
  page,
  app,
  request,
}) => {
  const said = watchConsole(page)
  const receiver = await startReceiver()
  await signInAsAdmin(page, '/admin/settings?tab=integrations')
  await expect(page.getByText('등록된 웹훅이 없습니다.')).toBeVisible()

  // The secret is shown this once.
  await page.getByRole('button', { name: '웹훅 추가' }).click()
  const form = page.getByRole('dialog', { name: '웹훅 추가' })
  await form.getByLabel('이름').fill('문자 발송')
  await form.getByLabel('받는 주소').fill('https://10.0.0.1/')
  await form.getByRole('checkbox', { name: '예약 신청' }).uncheck()
  await form.getByRole('button', { name: '저장' }).click()
  await expect(form.getByText('내부 네트워크 주소로는 보낼 수 없습니다.')).toBeVisible()
  await form.getByLabel('받는 주소').fill(receiver.url)
  await form.getByRole('button', { name: '저장' }).click()
  const shown = page.getByRole('alertdialog', { name: '웹훅 서명 키' })
  const secret = (await shown.getByLabel('서명 키', { exact: true }).textContent())!
  expect(secret).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: '보관했습니다' }).click()
  const row = page.getByRole('table', { name: '웹훅' }).getByRole('row').filter({ hasText: '문자 발송' })
  await expect(row).toContainText('사용 중')

  // A test says at once whether the receiver hears, and why not.
  receiver.answerWith((response) => void response.writeHead(404).end())
  await row.getByRole('button', { name: '기록·테스트' }).click()
  const sent = page.getByRole('dialog', { name: '문자 발송 · 보낸 알림' })
  await sent.getByRole('button', { name: '테스트 보내기' }).click()
  await expect(sent.getByRole('row').filter({ hasText: '테스트' })).toContainText('응답 404')
  receiver.answerWith((response) => void response.writeHead(200).end())
  await sent.getByRole('button', { name: '테스트 보내기' }).click()
  await expect(sent.getByRole('row').filter({ hasText: '전달됨' })).toBeVisible()

  // A decision arrives, signed, with the phone that the gateway needs.
  const desk = await openDesk(app)
  const places = await makePlaces(desk, DAY)
  const guest = await makeNewcomer(app)
  const reservation = await askForTour(guest, places, '17:00')
  await desk.decide(reservation, 'approve')
  await expect.poll(() => receiver.received.at(-1)?.body.reservation?.id).toBe(reservation.id)
  const { headers, text, body } = receiver.received.at(-1)!
  const [time, proof] = String(headers['fairslot-signature']).split(',')
  const expected = createHmac('sha256', secret)
    .update(`${time!.slice(2)}.${text}`)
    .digest('hex')
  expect(proof).toBe(`v1=${expected}`)
  expect(body).toMatchObject({
    type: 'reservation.decided',
    change: { to_status: 'APPROVED' },
    reservation: { id: reservation.id, member: { phone: guest.phone } },
  })
  await sent.getByRole('button', { name: '닫기' }).first().click()

  // A token reads the reservation, and does nothing else; revoked, it reads nothing.
  await page.getByRole('button', { name: '토큰 만들기' }).click()
  const making = page.getByRole('dialog', { name: 'API 토큰 만들기' })
  await making.getByLabel('이름').fill('안내 시스템')
  await making.getByRole('button', { name: '토큰 만들기' }).click()
  await expect(making.getByText('권한을 하나 이상 선택해주세요.')).toBeVisible()
  await making.getByRole('checkbox', { name: '예약 읽기' }).check()
  await making.getByRole('button', { name: '토큰 만들기' }).click()
  const made = page.getByRole('alertdialog', { name: 'API 토큰을 만들었습니다' })
  const token = (await made.getByLabel('토큰 키', { exact: true }).textContent())!
  await made.getByRole('button', { name: '보관했습니다' }).click()
  const headersOfToken = { authorization: `Bearer ${token}` }
  const read = () => request.get('/api/admin/tours/', { headers: headersOfToken })
  expect((await read()).status()).toBe(200)
  const path = `/api/admin/reservations/${reservation.id}/action/`
  const data = { type: 'VIP_TOUR', action: 'complete' }
  expect((await request.post(path, { headers: headersOfToken, data })).status()).toBe(403)
  await page.getByRole('button', { name: /^해지/ }).click()
  const revoking = page.getByRole('alertdialog', { name: 'API 토큰 해지' })
  // A colleague is faster: what was wanted has come true, and the question goes.
  const [{ id }] = await desk.get<[{ id: number }]>('/api/admin/api-tokens/')
  await desk.remove(`/api/admin/api-tokens/${id}/`)
  await revoking.getByRole('button', { name: '토큰 1개 해지' }).click()
  await expect(page.getByText('이미 해지되었습니다.')).toBeVisible()
  await expect(revoking).toBeHidden()
  await expect(page.getByText('API 토큰이 없습니다.')).toBeVisible()
  expect((await read()).status()).toBe(401)

  await receiver.stop()
  expect(said).toEqual([])
})
