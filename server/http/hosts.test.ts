import { describe, expect, test } from 'vitest'
import { getAttention } from '../../contract/admin/attention.ts'
import { getGoLive } from '../../contract/admin/go-live.ts'
import { useAdmin, useTestApp } from '../../test/fixture.ts'

describe('a service with a public address', () => {
  const app = useTestApp({ publicUrl: 'https://stand.example.com', hosts: ['stand.example.com', 'intra'] })
  const ask = (host: string, url = '/api/public/info/') => app.server.inject({ url, headers: { host } })

  test.each(['stand.example.com', 'STAND.example.com', 'stand.example.com:8443', 'intra'])(
    'answers requests for %s',
    async (host) => {
      expect((await ask(host)).statusCode).not.toBe(400)
    },
  )

  test.each(['evil.example', 'stand.example.com.evil.example', '127.0.0.1:3000', 'localhost'])(
    'refuses requests for %s, but answers probes',
    async (host) => {
      const refused = await ask(host)
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'wrong_host' }])
      expect((await ask(host, '/')).statusCode).toBe(400)
      for (const probe of ['/healthz', '/readyz', '/metrics', '/service-report'])
        expect((await ask(host, probe)).statusCode).not.toBe(400)
    },
  )
})

describe('an X-Forwarded-For header', () => {
  const ask = (server: { inject: typeof app.server.inject }, remoteAddress: string) =>
    server.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': '198.51.100.7' } })
  const app = useTestApp({ host: '0.0.0.0', trustProxy: ['10.0.0.0/8'] })
  const admin = useAdmin(app)
  const warnings = async () => (await admin.ok(getAttention, {})).warnings

  test('from a proxy that is not trusted is one more warning before going live', async () => {
    await ask(app.server, '10.0.0.1')
    expect(await warnings()).not.toContain('untrusted_proxy')
    expect((await admin.ok(getGoLive, {})).has_untrusted_proxy).toBe(false)
    await ask(app.server, '192.0.2.1')
    expect(await warnings()).toContain('untrusted_proxy')
    expect((await admin.ok(getGoLive, {})).has_untrusted_proxy).toBe(true)
  })
})
