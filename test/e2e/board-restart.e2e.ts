import { rmSync } from 'node:fs'
import { makeDataDir, startServer } from '../server-process.ts'
import { openDesk } from './desk.ts'
import { expect, test, watchConsole } from './fixtures.ts'
import { startMailbox } from './mailbox.ts'
import { giveOpenedEvent, MORNING } from './opened-event.ts'
import { asTimePasses } from './page-time.ts'

test.use({ serviceWorkers: 'allow' })

test('a board survives a restart of the service and a reload, and then shows new decisions @release', async ({
  page,
}) => {
  const said = watchConsole(page)
  const mailbox = await startMailbox()
  const dataDir = makeDataDir()
  giveOpenedEvent(dataDir)
  const env = { DATA_DIR: dataDir, SMTP_URL: mailbox.url, CLOCK_START: MORNING }
  const first = await startServer(env)
  const rooms = await (await page.request.get(`${first.url}/api/display/rooms/`)).json()
  await page.clock.install()
  await page.goto(`${first.url}/display/room/${rooms[0].id}`)
  const status = page.getByRole('region', { name: '현재 상태' })
  await expect(status).toContainText(rooms[0].name)

  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')

  const down = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/display/'))
  await first.stop()
  // The next poll finds no server; the last answer stays on the wall.
  await page.clock.fastForward(10_000)
  await down
  await expect(status).toContainText(rooms[0].name)
  await page.reload()
  await expect(status).toContainText(rooms[0].name)
  await asTimePasses(page, (soon) => expect(page.getByText(/^09:\d\d 기준$/)).toBeVisible(soon))

  const second = await startServer({ ...env, PORT: new URL(first.url).port })
  expect(second.url).toBe(first.url)
  const desk = await openDesk({ url: second.url, mailbox })
  await desk.put(`/api/admin/rooms/${rooms[0].id}/`, {
    name: '새 이름의 방',
    floor: rooms[0].floor,
    size: rooms[0].size,
    is_vip: false,
    is_vvip: false,
  })
  await asTimePasses(page, (soon) => expect(status.filter({ hasText: '새 이름의 방' })).toBeVisible(soon))
  expect(said).toEqual([])
  await page.close()
  await second.stop()
  await mailbox.stop()
  rmSync(dataDir, { recursive: true })
})
