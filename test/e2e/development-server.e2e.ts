import { createServer } from 'vite'
import config from '../../vite.config.ts'
import { expect, test } from './fixtures.ts'

test('beside the service, the development server shows the screens @release', async ({ page, app }) => {
  const [calls = ''] = Object.keys(config.server!.proxy!)
  const server = await createServer({
    logLevel: 'silent',
    server: { port: 0, proxy: { [calls]: { target: app.url, changeOrigin: false } } },
  })
  try {
    await server.listen()
    const [url] = server.resolvedUrls!.local
    await page.goto(url!)
    await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
    await page.goto(`${url}display`)
    await expect(page.getByRole('heading').first()).toBeVisible()
  } finally {
    await server.close()
  }
})
