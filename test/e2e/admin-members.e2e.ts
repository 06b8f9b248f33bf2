import type { Page } from '@playwright/test'
import type { Member } from '../../contract/member.ts'
import { expect, expectAccessible, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { makeNewcomer, openColleague, openDesk, type Newcomer } from './desk.ts'
import { PHONE } from './widths.ts'

const company_name = '별빛상사'

/** Asks for a tour with Emma Wilson on the last sample day. */
async function askForTour(who: Newcomer, time: string) {
  const date = '2026-11-23'
  const days = await who.get<{ id: number; date: string }[]>('/api/user/event-dates/')
  const docents = await who.get<{ id: number; name: string }[]>('/api/user/docents/')
  const docent = docents.find(({ name }) => name === 'Emma Wilson')!
  const path = `/api/user/available-tours/?date=${date}&docent_id=${docent.id}`
  const slots = await who.get<{ id: number; time: string }[]>(path)
  await who.post('/api/user/reserve-tour/', {
    available_tour_id: slots.find((slot) => slot.time === time)!.id,
    event_date_id: days.find((day) => day.date === date)!.id,
    visitor: { company: company_name, name: '이도경', phone: '010-5555-0000', count: 2 },
    note: '',
  })
}

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

async function openMembers(page: Page, query = '') {
  await page.goto(`/admin/users${query}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: '회원 검색' })

/** Opens the list with one member of the test's own as its only row. */
async function openOwn(page: Page, name: string) {
  await openMembers(page, `?search=${encodeURIComponent(name)}`)
  return rowOf(page, name)
}

test('members are searched and filtered as one types, and what cannot be loaded says so', async ({
  page,
}) => {
  await test.step('the address keeps the search, the filter and the page', async () => {
    const said = watchConsole(page)
    await page.goto('/admin/users')
    await expect(page.getByRole('row')).toHaveCount(11)

    const first = (await page.getByRole('row').nth(1).getByRole('cell').nth(1).textContent())!
    await page.getByRole('button', { name: '2 페이지' }).click()
    await expect(page).toHaveURL('/admin/users?page=2')
    await expect(page.getByRole('button', { name: '2 페이지' })).toHaveAttribute('aria-current', 'page')
    await expect(rowOf(page, first)).toBeHidden()

    await page.getByRole('heading', { name: '회원 관리' }).click()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('새봄로보틱스')
    await expect(page).toHaveURL(/search=%EC%83%88/)
    await expect(page).not.toHaveURL(/page=/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await search(page).fill('2345-6789')
    await expect(rowOf(page, '박지민')).toBeVisible()

    await page.getByRole('radio', { name: 'VIP', exact: true }).check()
    await expect(page.getByText('조건에 맞는 회원이 없습니다.')).toBeVisible()
    await page.reload()
    await expect(search(page)).toHaveValue('2345-6789')
    await expect(page.getByRole('radio', { name: 'VIP', exact: true })).toBeChecked()
    await page.goBack()
    await expect(page.getByRole('radio', { name: '전체' })).toBeChecked()
    await expect(rowOf(page, '박지민')).toBeVisible()
    await page.goForward()
    await page.getByRole('button', { name: '검색과 필터 지우기' }).click()
    await expect(page).toHaveURL('/admin/users')
    await expect(search(page)).toHaveValue('')
    await expect(page.getByRole('row')).toHaveCount(11)

    // A page that is not there any more is the last one.
    await page.goto('/admin/users?page=99')
    await expect(page).toHaveURL(/page=\d$/)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(said).toEqual([])
  })

  await test.step('the members that are looked at are saved as a file', async () => {
    const asked = page.waitForRequest('**/api/admin/users/export/?user_filter=vvip')
    await openMembers(page, '?user_filter=vvip')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: '엑셀 다운로드' }).click()
    await asked
    expect((await saving).suggestedFilename()).toBe('회원목록_2026-11-20.xlsx')
    await expect(page.getByText('엑셀 파일을 다운로드했습니다.')).toBeVisible()
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV 다운로드' }).click()
    expect((await csv).suggestedFilename()).toBe('회원목록_2026-11-20.csv')
    await expect(page.getByText('CSV 파일을 다운로드했습니다.')).toBeVisible()
    await page.route('**/api/admin/users/export/**', (route) => route.fulfill({ status: 500, body: 'oops' }))
    await page.getByRole('button', { name: '엑셀 다운로드' }).click()
    await expect(page.getByText('엑셀 파일 다운로드에 실패했습니다.')).toBeVisible()
  })

  await test.step('a list that cannot be loaded comes with the retry', async () => {
    await page.route('**/api/admin/users/?**', (route) => route.fulfill({ status: 400, body: 'oops' }))
    await page.goto('/admin/users')
    const banner = page.getByRole('alert').filter({ hasText: '사용자 목록을 불러오는데 실패했습니다.' })
    await expect(banner).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/admin/users/?**')
    await banner.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.getByRole('row')).toHaveCount(11)
    await expect(banner).toBeHidden()
  })

  await test.step('a page that cannot be loaded says so, also while it is tried again, and no other stands in for it', async () => {
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(11)
    const second = '**/api/admin/users/?*page=2*'
    await page.route(second, (route) => route.fulfill({ status: 400, body: 'oops' }))
    await page
      .getByRole('navigation', { name: '회원 목록 페이지' })
      .getByRole('button', { name: '다음 페이지' })
      .click()
    const banner = page.getByRole('alert').filter({ hasText: '사용자 목록을 불러오는데 실패했습니다.' })
    await expect(banner).toBeVisible()
    await expect(banner).not.toContainText('기준 내용입니다.')
    await expect(rows).toHaveCount(0)
    await page.unroute(second)
    const answer = Promise.withResolvers<void>()
    await page.route(second, async (route) => {
      await answer.promise
      await route.fallback()
    })
    const asked = page.waitForRequest(second)
    await banner.getByRole('button', { name: '다시 시도' }).click()
    await asked
    await expect(banner.getByRole('button', { name: '처리 중' })).toBeVisible()
    await expect(rows).toHaveCount(0)
    answer.resolve()
    await expect(rows).not.toHaveCount(0)
    await expect(banner).toBeHidden()
  })

  await test.step('on a phone each member is a card, and is corrected on the whole screen', async () => {
    await page.setViewportSize(PHONE.viewport)
    await openMembers(page, '?search=박지민')
    const card = rowOf(page, '박지민')
    const tops = await Promise.all(
      (await card.getByRole('cell').all()).map(async (cell) => (await cell.boundingBox())!.y),
    )
    expect(new Set(tops.map(Math.round)).size, 'lines of the card').toBeGreaterThan(2)
    await card.getByRole('button', { name: '박지민 수정' }).click()
    const sheet = page.getByRole('dialog', { name: '회원 정보 수정' }).locator('.dialog__box')
    await expect.poll(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE.viewport })
  })
})

test('a member is corrected; nothing typed is lost, and nothing of a colleague is overwritten unseen', async ({
  page,
  app,
}) => {
  await test.step('each field by its rule, VIP and VVIP together', async () => {
    const { member: person } = await makeNewcomer(app, { name: '고칠사람', company_name })
    const row = await openOwn(page, person.name)
    await row.getByRole('button', { name: `${person.name} 수정` }).click()
    const dialog = page.getByRole('dialog', { name: '회원 정보 수정' })

    await dialog.getByLabel('전화번호').fill('0111234')
    await expect(dialog.getByLabel('전화번호')).toHaveValue('011-1234')
    await dialog.getByLabel('직책').fill(' ')
    await dialog.getByRole('button', { name: '저장' }).click()
    await expect(dialog.getByText('올바른 전화번호 형식이 아닙니다.')).toBeVisible()
    await expect(dialog.getByText('직책을 입력해주세요.')).toBeVisible()
    await expect(dialog.getByLabel('전화번호')).toBeFocused()
    await expectAccessible(page)

    const vip = dialog.getByRole('checkbox', { name: 'VIP', exact: true })
    const vvip = dialog.getByRole('checkbox', { name: 'VVIP', exact: true })
    await vvip.check()
    await expect(vip).toBeChecked()
    await expect(vip).toBeDisabled()
    await vvip.uncheck()
    await expect(vip).toBeEnabled()
    await vip.uncheck()
    await vvip.check()

    // Another member's address is refused beside its field, and the entries stay.
    await dialog.getByLabel('전화번호').fill(person.phone)
    await dialog.getByLabel('직책').fill('수석 연구원')
    await dialog.getByLabel('이메일').fill('visitor23456789@fairslot.example')
    await dialog.getByRole('button', { name: '저장' }).click()
    await expect(dialog.getByText('이미 등록된 이메일입니다.', { exact: true })).toBeVisible()
    await expect(page.getByText('사용자 정보 수정에 실패했습니다. 이미 등록된 이메일입니다.')).toBeVisible()
    await expect(dialog.getByLabel('직책')).toHaveValue('수석 연구원')
    await dialog.getByLabel('이메일').fill(person.email)

    await page.route('**/api/admin/users/*/', (route) => route.abort())
    await dialog.getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('사용자 정보 수정에 실패했습니다.').first()).toBeVisible()
    await expect(dialog.getByLabel('직책')).toHaveValue('수석 연구원')
    await page.unroute('**/api/admin/users/*/')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await dialog.getByRole('button', { name: '저장' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ id: person.id, is_vip: true, is_vvip: true })
    await expect(page.getByText('회원 정보가 수정되었습니다.')).toBeVisible()
    await expect(row.getByText('수석 연구원')).toBeVisible()
    await expect(row.getByText('VVIP', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: `${person.name} 수정` })).toBeFocused()
  })

  await test.step('what is typed is not lost by marking it beyond the dialog, nor by closing without a question', async () => {
    const { member: person } = await makeNewcomer(app, { name: '적는사람', company_name })
    const row = await openOwn(page, person.name)
    await row.getByRole('button', { name: `${person.name} 수정` }).click()
    const dialog = page.getByRole('dialog', { name: '회원 정보 수정' })
    await dialog.getByLabel('직책').fill('책임 연구원')
    const field = (await dialog.getByLabel('직책').boundingBox())!
    const beside = { x: 4, y: 4 }
    await page.mouse.move(field.x + field.width / 2, field.y + field.height / 2)
    await page.mouse.down()
    await page.mouse.move(beside.x, beside.y, { steps: 5 })
    await page.mouse.up()
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.mouse.click(beside.x, beside.y)
    const question = page.getByRole('alertdialog', { name: '입력한 내용을 버릴까요?' })
    await question.getByRole('button', { name: '계속 입력' }).click()
    await expect(dialog.getByLabel('직책')).toHaveValue('책임 연구원')
    await dialog.getByRole('button', { name: '닫기' }).last().click()
    await question.getByRole('button', { name: '버리기' }).click()
    await expect(dialog).toBeHidden()
    await expect(row.getByText('책임 연구원')).toBeHidden()
  })

  await test.step('a member is signed out on all devices', async () => {
    const phone = await makeNewcomer(app, { name: '잃은휴대폰', company_name })
    const { member: person } = phone
    const row = await openOwn(page, person.name)
    await row.getByRole('button', { name: `${person.name} 수정` }).click()
    const dialog = page.getByRole('dialog', { name: '회원 정보 수정' })
    await dialog.getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
    const question = page.getByRole('alertdialog', { name: '모든 기기에서 로그아웃' })
    await expect(question).toContainText('예약은 그대로 유지됩니다')
    await expectAccessible(page)
    await question.getByRole('button', { name: '로그아웃', exact: true }).click()
    await expect(page.getByText('회원의 모든 기기에서 로그아웃했습니다.')).toBeVisible()
    await expect(phone.get('/api/user/my-info/')).rejects.toThrow('not_authenticated')
    await dialog.getByRole('button', { name: '닫기' }).last().click()
  })

  await test.step('what another administrator changed or deleted is shown, not overwritten', async () => {
    const { member: person } = await makeNewcomer(app, { name: '겹친사람', company_name })
    const colleague = await openColleague(app, '박동료')
    const change = (changes: Partial<Member>) =>
      colleague.put(`/api/admin/users/${person.id}/`, { ...person, ...changes })
    const row = await openOwn(page, person.name)
    await row.getByRole('button', { name: `${person.name} 수정` }).click()
    const dialog = page.getByRole('dialog', { name: '회원 정보 수정' })
    await dialog.getByLabel('직책').fill('이사')

    await change({ company_name: '샛별물산', is_vip: true })
    await dialog.getByRole('button', { name: '저장' }).click()
    const notice = dialog.getByRole('alert').filter({ hasText: '박동료 님이 방금 변경했습니다' })
    await expect(notice).toContainText('회사명 별빛상사 → 샛별물산, 등급 일반 → VIP')
    await expect(dialog.getByText('현재 값: 샛별물산')).toBeVisible()
    await expect(dialog.getByText('현재 값: VIP')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '내 내용으로 저장' })).not.toBeFocused()
    await expect(dialog.getByLabel('직책')).toHaveValue('이사')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '최신 내용으로 다시 작성' }).click()
    await expect(dialog.getByLabel('회사명')).toHaveValue('샛별물산')
    await expect(dialog.getByRole('checkbox', { name: 'VIP', exact: true })).toBeChecked()

    // An administrator who has seen the other change may decide to overwrite it.
    await change({ company_name: '달빛상회', is_vip: true })
    await dialog.getByLabel('회사명').fill('햇살무역')
    await dialog.getByRole('button', { name: '저장' }).click()
    await expect(notice).toContainText('회사명 샛별물산 → 달빛상회')
    await dialog.getByRole('button', { name: '내 내용으로 저장' }).click()
    await expect(page.getByText('회원 정보가 수정되었습니다.')).toBeVisible()
    await expect(row.getByText('햇살무역')).toBeVisible()

    await row.getByRole('button', { name: `${person.name} 수정` }).click()
    await colleague.remove(`/api/admin/users/${person.id}/`)
    await dialog.getByRole('button', { name: '저장' }).click()
    const gone = page.getByRole('alertdialog', { name: '삭제된 회원입니다' })
    await expectAccessible(page)
    await gone.getByRole('button', { name: '확인' }).click()
    await expect(page.getByText('조건에 맞는 회원이 없습니다.')).toBeVisible()
    await colleague.leave()
  })
})

test('members come from a file, get a tier together, and are deleted with what that cancels', async ({
  page,
  app,
}) => {
  await test.step('a file is checked row by row, and many get a tier at once', async () => {
    const header = '이름,회사명,직책,전화번호,이메일,등급'
    const good = [
      '강하나,해돋이상사,대리,1077770001,one@example.com,VIP',
      '강둘,해돋이상사,과장,010-7777-0002,two@example.com,',
    ]
    const bad = ['강셋,해돋이상사,과장,010-2345-6789,three@example.com,골드']
    const choose = (name: string, lines: string[]) =>
      page.getByLabel('회원 파일').setInputFiles({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from([header, ...lines].join('\r\n')),
      })
    await page.goto('/admin/users?search=해돋이')
    await page.getByRole('button', { name: '파일로 등록' }).click()
    const dialog = page.getByRole('dialog', { name: '파일로 회원 등록' })
    await choose('빈 명단.csv', [])
    await expect(dialog.getByText(/^등록할 회원이 없습니다/)).toBeVisible()
    await choose('명단.csv', [...good, ...bad])
    await expect(
      dialog.getByText('회원 2명을 등록할 수 있습니다. 문제가 있는 행이 1개 있습니다.'),
    ).toBeVisible()
    // The button that led here has gone, and the keyboard is still in the dialog.
    await expect(dialog.getByRole('button', { name: '다른 파일 선택' })).toBeFocused()
    const problem = dialog.getByRole('row', { name: /4행 강셋/ })
    await expect(problem.getByRole('cell').last()).toContainText(
      '골드등급은 일반, VIP, VVIP 중 하나여야 합니다.',
    )
    await dialog.getByRole('button', { name: '문제 없는 2명만 등록' }).click()
    await expect(
      dialog.getByText('회원 2명이 등록되었습니다. 문제가 있는 1행은 건너뛰었습니다.'),
    ).toBeVisible()
    await dialog.getByRole('button', { name: '다른 파일 등록' }).click()
    await choose('명단.csv', good)
    await expect(
      dialog.getByText('회원 0명을 등록할 수 있습니다. 문제가 있는 행이 2개 있습니다.'),
    ).toBeVisible()
    await expect(dialog.getByText('이미 가입된 회원입니다.')).toHaveCount(2)
    await page.keyboard.press('Escape')

    await expect(page.getByText('검색 결과 2명')).toBeVisible()
    await page.getByRole('button', { name: '조회된 2명 등급 변경' }).click()
    const tiers = page.getByRole('dialog', { name: '조회된 회원의 등급 변경' })
    await tiers.getByRole('radio', { name: 'VIP', exact: true }).check()
    await expect(
      tiers.getByText('회원 2명 중 1명의 등급이 VIP로 바뀝니다. 1명은 이미 VIP입니다.'),
    ).toBeVisible()
    await tiers.getByRole('button', { name: '회원 1명 등급 변경' }).click()
    await expect(page.getByText('회원 1명의 등급이 변경되었습니다.')).toBeVisible()
    await expect(rowOf(page, '강둘').getByText('VIP')).toBeVisible()

    // A lower tier is no secret from whoever gives it: what was reserved above it is named, and stays.
    await search(page).fill('박지민')
    await page.getByRole('button', { name: '박지민 수정' }).click()
    const edit = page.getByRole('dialog', { name: '회원 정보 수정' })
    await edit.getByRole('checkbox', { name: 'VVIP' }).uncheck()
    await edit.getByRole('button', { name: '저장' }).click()
    const warning = page.getByRole('alertdialog', { name: '등급을 낮출까요?' })
    await expect(warning).toContainText('박지민 (한빛전자)')
    await expect(warning.getByRole('list', { name: '유지되는 예약' })).toContainText('이서연')
    await expectAccessible(page)
    await warning.getByRole('button', { name: '계속 수정' }).click()
    await expect(edit.getByRole('checkbox', { name: 'VVIP' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '버리기' }).click()

    // The tier that a colleague has given since counts too.
    const desk = await openDesk(app)
    const { results } = await desk.get<{ results: Member[] }>('/api/admin/users/?search=박지민')
    const give = (is_vvip: boolean) =>
      desk.put(`/api/admin/users/${results[0]!.id}/`, { ...results[0], is_vip: is_vvip, is_vvip })
    await give(false)
    await page.reload()
    await page.getByRole('button', { name: '박지민 수정' }).click()
    await give(true)
    await edit.getByRole('button', { name: '저장' }).click()
    await edit.getByRole('button', { name: '내 내용으로 저장' }).click()
    await expect(warning.getByRole('list', { name: '유지되는 예약' })).toContainText('이서연')
  })

  await test.step('a deletion says which reservations it cancels, of one and of several', async () => {
    const common = '지울사람'
    const first = await makeNewcomer(app, { name: `${common}가`, company_name })
    await makeNewcomer(app, { name: `${common}나`, company_name })
    await makeNewcomer(app, { name: `${common}다`, company_name })
    await askForTour(first, '16:00')
    await openMembers(page, `?search=${encodeURIComponent(common)}`)
    await expect(page.getByRole('row')).toHaveCount(4)

    await page.getByRole('button', { name: `${common}다 삭제` }).click()
    const one = page.getByRole('alertdialog', { name: '회원 삭제' })
    await expect(one.getByText('취소되는 예약은 없습니다.')).toBeVisible()
    await page.route('**/api/admin/users/*/', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    )
    await one.getByRole('button', { name: '회원 1명 삭제' }).click()
    await expect(page.getByText('사용자 삭제에 실패했습니다.')).toBeVisible()
    await page.unroute('**/api/admin/users/*/')
    await one.getByRole('button', { name: '회원 1명 삭제' }).click()
    await expect(page.getByText('회원이 삭제되었습니다.')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('heading', { name: /회원 목록/ })).toBeFocused()

    await page.getByRole('button', { name: '선택 삭제 (0)' }).click()
    await expect(page.getByText('삭제할 회원을 선택해주세요.')).toBeVisible()
    const all = page.getByRole('checkbox', { name: '이 페이지의 회원 모두 선택' })
    await page.getByRole('checkbox', { name: `${common}가 선택` }).check()
    await expect(all).toHaveJSProperty('indeterminate', true)
    await all.check()
    await expect(page.getByText('2명 선택됨')).toBeVisible()
    await page.getByRole('button', { name: '선택 삭제 (2)' }).click()
    const several = page.getByRole('alertdialog', { name: '선택한 회원 삭제' })
    await expect(several.getByText('끝나지 않은 예약 1건이 취소됩니다.')).toBeVisible()
    const listed = several.getByRole('list', { name: '해당 예약' }).getByRole('link')
    await expect(listed).toHaveText([/16:00 ~/])
    await expect(several.getByRole('link', { name: '먼저 옮기기' })).toBeHidden()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText('2명 선택됨')).toBeVisible()
    await page.keyboard.press('Delete')
    await several.getByLabel('계속하려면 “삭제”를 입력해주세요.').fill('삭제')
    await several.getByRole('button', { name: '회원 2명 삭제, 예약 1건 취소' }).click()
    await expect(page.getByText('선택한 2명의 회원이 삭제되었습니다.')).toBeVisible()
    await expect(page.getByText('조건에 맞는 회원이 없습니다.')).toBeVisible()
  })

  await test.step('everyone is deleted only by whoever types what is about to happen', async () => {
    const asked: unknown[] = []
    // The request is seen, and never reaches the service that other tests share.
    await page.route('**/api/admin/users/', (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      asked.push(route.request().postDataJSON())
      return route.fulfill({ json: { message: '모든 회원이 삭제되었습니다.', deleted: 12 } })
    })
    await openMembers(page, '?search=박지민')
    await page.getByRole('button', { name: '모든 회원 삭제' }).click()
    const dialog = page.getByRole('alertdialog', { name: '모든 회원 삭제' })
    const confirm = dialog.getByRole('button', { name: /회원 \d+명 모두 삭제, 예약 \d+건 취소/ })
    await expect(confirm).toBeDisabled()
    await expect(dialog.getByText(/등록된 회원 \d\d명 전체/)).toBeVisible()
    const announced = dialog.getByText(/끝나지 않은 예약 \d+건이 취소됩니다/)
    const count = Number(/\d+/.exec((await announced.textContent())!)![0])
    await expect(dialog.getByRole('list', { name: '해당 예약' }).getByRole('listitem')).toHaveCount(count)
    expect(count).toBeGreaterThan(3)
    await expectAccessible(page)
    const word = dialog.getByLabel('계속하려면 “삭제”를 입력해주세요.')
    await word.fill('삭')
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('취소 사유').fill('행사가 취소되었습니다.')
    await word.fill('삭제')
    await confirm.click()
    await expect(page.getByText('모든 회원이 삭제되었습니다.')).toBeVisible()
    const reservation_ids = Array.from({ length: count }, () => expect.any(Number) as unknown)
    expect(asked).toEqual([{ delete_all: true, reason: '행사가 취소되었습니다.', reservation_ids }])
  })
})

test('a dialog outlives failed reads and lost answers, and blames no colleague for them @release', async ({
  page,
  app,
}) => {
  const common = '끊긴사람'

  await test.step('a list that cannot be loaded takes away no dialog with what is typed', async () => {
    await openMembers(page)
    const failing = Promise.withResolvers<void>()
    const vips = '**/api/admin/users/?*user_filter=vip*'
    await page.route(vips, async (route) => {
      await failing.promise
      await route.fulfill({ status: 400, body: 'oops' })
    })
    await page.getByRole('radio', { name: 'VIP', exact: true }).check()
    await page.getByRole('button', { name: '회원 추가' }).click()
    const dialog = page.getByRole('dialog', { name: '회원 추가' })
    await dialog.getByLabel('회사명').fill(company_name)
    failing.resolve()
    await expect(page.getByText('사용자 목록을 불러오는데 실패했습니다.')).toBeVisible()
    await expect(dialog.getByLabel('회사명')).toHaveValue(company_name)
    await page.unroute(vips)
  })

  /** The service acts, and its first answer is lost. */
  const loseAnswer = async (method: string) => {
    let isLost = false
    await page.route(/\/api\/admin\/users\/(\d+\/)?$/, async (route) => {
      if (route.request().method() !== method || isLost) return route.fallback()
      isLost = true
      await route.fetch()
      return route.abort()
    })
  }

  await test.step('a member is added by the second press after a lost answer', async () => {
    const dialog = page.getByRole('dialog', { name: '회원 추가' })
    await dialog.getByLabel('이름').fill(`${common}가`)
    await dialog.getByLabel('직책').fill('과장')
    await dialog.getByLabel('전화번호').fill('010-7070-0001')
    await dialog.getByLabel('이메일').fill('cut@example.com')
    await loseAnswer('POST')
    await dialog.getByRole('button', { name: '저장' }).click()
    await expect(dialog.getByText('회원 등록에 실패했습니다. 네트워크를 확인해주세요.')).toBeVisible()
    await dialog.getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('회원이 등록되었습니다.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('a member is deleted by the second press after a lost answer', async () => {
    await openMembers(page, `?search=${common}`)
    await page.getByRole('button', { name: `${common}가 삭제` }).click()
    const dialog = page.getByRole('alertdialog', { name: '회원 삭제' })
    await loseAnswer('DELETE')
    await dialog.getByRole('button', { name: '회원 1명 삭제' }).click()
    await expect(page.getByText('사용자 삭제에 실패했습니다. 네트워크를 확인해주세요.')).toBeVisible()
    await dialog.getByRole('button', { name: '회원 1명 삭제' }).click()
    await expect(page.getByText('회원이 삭제되었습니다.')).toBeVisible()
    await expect(page.getByText('다른 관리자가 먼저 삭제했습니다.')).toBeHidden()
  })

  await test.step('who deletes a member whom a colleague has just deleted is told so, and is done', async () => {
    const { member } = await makeNewcomer(app, { name: `${common}나`, company_name })
    const row = await openOwn(page, member.name)
    const colleague = await openColleague(app, '박동료')
    await colleague.remove(`/api/admin/users/${member.id}/`)
    await row.getByRole('button', { name: `${member.name} 삭제` }).click()
    const dialog = page.getByRole('alertdialog', { name: '회원 삭제' })
    await dialog.getByRole('button', { name: '회원 1명 삭제' }).click()
    await expect(page.getByText('다른 관리자가 먼저 삭제했습니다.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row).toBeHidden()
    await colleague.leave()
  })

  await test.step('the question about everyone waits for their number, and asks for it again', async () => {
    await openMembers(page, '?search=박지민')
    const everyone = /\/api\/admin\/users\/$/
    await page.route(everyone, (route) => route.fulfill({ status: 400, body: 'oops' }))
    await page.getByRole('button', { name: '모든 회원 삭제' }).click()
    const dialog = page.getByRole('alertdialog', { name: '모든 회원 삭제' })
    await expect(dialog.getByText('회원 수를 확인하지 못했습니다.')).toBeVisible()
    await expect(dialog.getByText('등록된 회원 전체')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(everyone)
    await dialog.getByRole('button', { name: '다시 시도' }).click()
    await expect(dialog.getByText(/등록된 회원 \d+명 전체/)).toBeVisible()
  })
})

test('a message goes by mail to the members of the filter, once a minute; what was typed stays', async ({
  page,
  app,
}) => {
  const [company_name, name] = ['소식상사', '소식 하나']
  const guest = await makeNewcomer(app, { name, company_name })
  await askForTour(guest, '16:00')
  await makeNewcomer(app, { name: '소식 둘', company_name })
  const dialog = page.getByRole('dialog', { name: '메시지 보내기' })
  const open = () => page.getByRole('button', { name: '메시지 보내기' }).click()

  await test.step('it names and counts who gets it, and shows the mail', async () => {
    // The answer that names the administrator may come after the text was typed.
    const isTyped = Promise.withResolvers<void>()
    await page.route('**/api/admin/attention/', async (route) => {
      await isTyped.promise
      await route.continue()
    })
    await openMembers(page, `?search=${company_name}`)
    await open()
    await expect(dialog.getByText(`검색어 ‘${company_name}’로 조회된 회원 2명에게`)).toBeVisible()
    await dialog.getByRole('radio', { name: 'VIP', exact: true }).check()
    await expect(dialog.getByText('VIP 회원 0명에게')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '보내기', exact: true })).toBeDisabled()
    await dialog.getByRole('radio', { name: '전체' }).check()
    await dialog.getByRole('button', { name: '2명에게 보내기' }).click()
    await expect(dialog.getByLabel('제목')).toHaveAccessibleDescription('제목을 입력해주세요.')
    await dialog.getByLabel('제목').fill('주차장 변경 안내')
    await dialog.getByLabel('내용').fill('제2주차장을 이용해주세요.')
    isTyped.resolve()
    await expect(dialog.getByRole('region', { name: '미리보기' })).toContainText(`${name}님, 안녕하세요.`)
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: 'VIP', exact: true }).check()
    await expect(dialog.getByText('받는 사람이 없어 미리보기가 없습니다.')).toBeVisible()
    await dialog.getByRole('radio', { name: '전체' }).check()
    await page.route('**/api/admin/messages/', (route) => route.fulfill({ status: 400, body: 'oops' }))
    await dialog.getByLabel('제목').fill('주차장이 바뀝니다')
    await expect(dialog.getByText('미리보기를 만들지 못했습니다.')).toBeVisible()
    await page.unroute('**/api/admin/messages/')
    await dialog.getByLabel('제목').fill('주차장 변경 안내')
  })

  await test.step('what was typed outlives a reload and leaves with the message', async () => {
    await page.reload()
    await open()
    await expect(dialog.getByLabel('내용')).toHaveValue('제2주차장을 이용해주세요.')
    await dialog.getByRole('button', { name: '2명에게 보내기' }).click()
    await expect(page.getByText('회원 2명에게 메시지를 보냅니다.')).toBeVisible()
    expect((await app.mailbox.receive(guest.email, '주차장 변경 안내')).text).toContain(
      `${name}님, 안녕하세요.`,
    )
  })

  await test.step('another one within the minute says when it may be sent, and stays typed', async () => {
    await page.goto('/admin/reservation?date=2026-11-20')
    await page.getByRole('combobox', { name: '날짜' }).selectOption('2026-11-23')
    await open()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog, 'Back closes it alone').toBeHidden()
    await expect(page).toHaveURL(/date=2026-11-23/)
    await open()
    await expect(dialog.getByText(/^11.23 \(월\) · 진행 중 예약의 회원 \d+명에게$/)).toBeVisible()
    await expect(dialog.getByLabel('제목')).toHaveValue('')
    await dialog.getByLabel('도슨트·미팅룸').selectOption('Emma Wilson')
    await dialog.getByLabel('제목').fill('입구 변경')
    await dialog.getByLabel('내용').fill('북문을 이용해주세요.')
    await dialog.getByRole('button', { name: /^\d+명에게 보내기$/ }).click()
    await expect(dialog.getByRole('alert').first()).toHaveText(
      /^메시지는 1분에 한 번 보낼 수 있습니다. \d\d:\d\d:\d\d 이후에 다시 보내주세요.$/,
    )
    await expect(dialog.getByLabel('내용')).toHaveValue('북문을 이용해주세요.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '버리기' }).click()
    await page.goto('/admin/settings?tab=mails')
    await expect(rowOf(page, guest.email).filter({ hasText: '메시지' })).toBeVisible()
    await open()
    await expect(dialog.getByText(/^회원 \d+명에게$/)).toBeVisible()
    await expect(dialog.getByLabel('제목')).toHaveValue('')
  })

  await test.step('the logout leaves nothing typed to the next administrator', async () => {
    const draft = () =>
      page.evaluate(() => {
        const name = Object.keys(sessionStorage).find((key) => key.startsWith('draft:message'))
        return name === undefined ? null : sessionStorage.getItem(name)
      })
    const unanswered = () => page.evaluate(() => sessionStorage.getItem('sent:/api/admin/reserve-tour/'))
    await page.evaluate(() => sessionStorage.setItem('sent:/api/admin/reserve-tour/', '{}'))
    await dialog.getByLabel('제목').fill('내일 안내')
    expect(await draft()).toContain('내일 안내')
    await page.reload()
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
    expect(await draft()).toBeNull()
    expect(await unanswered()).toBeNull()
  })
})
