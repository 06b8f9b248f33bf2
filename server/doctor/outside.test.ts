import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../test/app.ts'
import { startIdentityProvider } from '../../test/identity-provider.ts'
import { useTestApp } from '../../test/fixture.ts'
import { ANY_ADDRESS } from '../../test/certificate.ts'
import { findFreePorts, nginxProgram, startNginx } from '../../test/nginx.ts'
import { deviceClock } from '../clock.ts'
import { readEnv } from '../env.ts'
import { serveReport } from '../service-report.ts'
import { examine } from './examine.ts'
import { openInstallation } from './installation.ts'
import { OPERATION_CHECKS } from './operation.ts'
import { OUTSIDE_CHECKS } from './outside.ts'

const NGINX = '127.0.0.1'
const app = useTestApp({ prepare: (server) => serveReport(server, readEnv({}), 16_384) })
const behindProxy = useTestApp({
  trustProxy: [NGINX],
  prepare: (server) => serveReport(server, readEnv({}), 16_384),
})
const portOf = ({ server }: typeof app) => (server.server.address() as AddressInfo).port

const closing: (() => Promise<unknown>)[] = []
const authorities = getCACertificates()
beforeAll(async () => {
  await app.listen()
  await behindProxy.listen()
})
afterEach(async () => {
  setDefaultCACertificates(authorities)
  for (const close of closing.splice(0)) await close()
})

const CHECKS = { ...OUTSIDE_CHECKS, ...OPERATION_CHECKS }

async function look(name: string, port: number, { scheme = 'http', proxies = '', by = app, more = {} } = {}) {
  const installation = openInstallation(
    readEnv({
      ...more,
      DATABASE_URL: app.connectionString,
      SECRET,
      PORT: String(portOf(by)),
      PUBLIC_URL: `${scheme}://${ANY_ADDRESS}:${port}`,
      TRUST_PROXY: proxies,
    }),
  )
  try {
    const found = await examine({ [name]: CHECKS[name]! }, installation)
    return found.map(({ state, text, cure }) =>
      [state, text, ...(cure === undefined ? [] : [cure])].join(': '),
    )
  } finally {
    await installation.close()
  }
}

/** Another program. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<number> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

describe('without a proxy', () => {
  test('the doctor sees whether the public address is this service', async () => {
    expect(await look('public address', portOf(app))).toEqual([
      `ok: http://0.0.0.0:${portOf(app)} is this service.`,
    ])
    expect(await look('client address', portOf(app))).toEqual(['ok: This client is 127.0.0.1.'])
    const other = await serve((_, response) => response.end('{"status":"ok"}'))
    expect(await look('public address', other)).toEqual([
      'problem: Another program answers (200).: Correct DNS, the proxy, or PUBLIC_URL.',
    ])
    const broken = await serve((_, response) => response.writeHead(502).end())
    expect(await look('public address', broken)).toEqual([
      'problem: The proxy answers 502.: Start the service.',
    ])
    const renaming = await serve((_, response) => response.writeHead(400).end('{"code":"wrong_host"}'))
    expect(await look('public address', renaming)).toEqual([
      'problem: The proxy changes the host name.: proxy_set_header Host $http_host;',
    ])
    const [nobody] = (await findFreePorts(1)) as [number]
    expect(await look('public address', nobody)).toEqual([
      `problem: http://0.0.0.0:${nobody} does not answer (ECONNREFUSED).: Start the proxy. Check DNS and firewall.`,
    ])
  })

  test('the doctor sees whether the proxy holds streams back', async () => {
    expect(await look('streams', portOf(app))).toEqual(['ok: Changes reach browsers at once.'])
    const holding = await serve((_, response) => response.writeHead(200).flushHeaders())
    expect(await look('streams', holding)).toEqual([
      'problem: The proxy holds streams back.: proxy_buffering off; for addresses with /changes',
    ])
  })

  test('the doctor asks the identity provider', async () => {
    const name = 'single sign-on'
    expect(await look(name, 1), 'without one').toEqual([])
    const provider = await startIdentityProvider('http://127.0.0.1/callback')
    closing.push(() => provider.stop())
    const more = {
      OIDC_ISSUER: provider.signOn.oidc_issuer,
      OIDC_CLIENT_ID: provider.signOn.oidc_client_id,
      OIDC_CLIENT_SECRET: provider.signOn.oidc_client_secret,
      OIDC_ROLES: 'owner:stand-owners',
    }
    expect(await look(name, 1, { more })).toEqual([`ok: ${more.OIDC_ISSUER} answers.`])
    const other = `http://127.0.0.1:${await serve((_, response) => response.writeHead(404).end())}`
    expect(await look(name, 1, { more: { ...more, OIDC_ISSUER: other } })).toEqual([
      expect.stringMatching(`^problem: ${other} fails \\(OAUTH_RESPONSE_IS_NOT_CONFORM\\)`),
    ])
  })

  test('the doctor says that nothing is encrypted', async () => {
    expect(await look('certificate', portOf(app))).toEqual([
      'problem: PUBLIC_URL is not encrypted.: Set up HTTPS in the proxy, and PUBLIC_URL=https://...',
    ])
  })

  test('the doctor compares the clocks', async () => {
    expect(await look('clock', portOf(app))).toEqual(['ok: It agrees with the database and the proxy.'])
    const late = await serve((_, response) =>
      response.writeHead(200, { date: new Date(deviceClock() - 61_000).toUTCString() }).end(),
    )
    expect(await look('clock', late)).toEqual([
      expect.stringMatching(/^problem: It is 6\d s apart\.: timedatectl set-ntp true/),
    ])
  })

  test('the doctor names a process that was not restarted after an update', async () => {
    expect(await look('versions', 1)).toEqual([expect.stringMatching(/^ok: Fairslot \S+ on Node \S+$/)])
    const old = await serve(async ({ url, headers }, response) => {
      const asked = await fetch(`http://127.0.0.1:${portOf(app)}${url}`, {
        headers: headers as Record<string, string>,
      })
      response.end(JSON.stringify({ ...((await asked.json()) as object), version: '0.0.9' }))
    })
    const installation = openInstallation(
      readEnv({ DATABASE_URL: app.connectionString, SECRET, PORT: String(old) }),
    )
    expect(await examine({ versions: OPERATION_CHECKS['versions']! }, installation)).toMatchObject([
      { state: 'problem', text: expect.stringMatching(/^Fairslot 0\.0\.9 on .* runs; installed is/) },
    ])
    await installation.close()
  })
})

// Where there is no nginx, `npm test` says so.
describe.skipIf(!nginxProgram)('behind nginx', () => {
  type Wrong = Parameters<typeof startNginx>[1]
  const HTTPS = { scheme: 'https', proxies: NGINX, by: behindProxy }

  async function start(by: typeof app, wrong?: Wrong) {
    const [http, https] = (await findFreePorts(2)) as [number, number]
    const nginx = await startNginx({ http, https, upstream: [portOf(by), portOf(by)] }, wrong)
    closing.push(() => nginx.stop())
    setDefaultCACertificates([...authorities, nginx.ca])
    return https
  }

  test('as deploy/nginx.conf sets it up, nothing is found', async () => {
    const port = await start(behindProxy, { days: 60 })
    expect(await look('certificate', port, HTTPS)).toEqual(['ok: It is valid for 59 more days.'])
    expect(await look('public address', port, HTTPS)).toEqual([
      expect.stringMatching(/^ok: .* is this service/),
    ])
    expect(await look('client address', port, HTTPS)).toEqual(['ok: This client is 127.0.0.1.'])
    expect(await look('streams', port, HTTPS)).toEqual(['ok: Changes reach browsers at once.'])
    expect(await look('clock', port, HTTPS)).toEqual(['ok: It agrees with the database and the proxy.'])
  })

  test('a certificate ends soon, or is not trusted', async () => {
    const port = await start(behindProxy, { days: 13 })
    expect(await look('certificate', port, HTTPS)).toEqual([
      'problem: It ends in 12 days.: certbot renew && systemctl reload nginx',
    ])
    setDefaultCACertificates(authorities)
    expect(await look('certificate', port, HTTPS)).toEqual([
      'problem: There is no valid one for 0.0.0.0 (DEPTH_ZERO_SELF_SIGNED_CERT).: certbot certonly -d 0.0.0.0',
    ])
  })

  test('the proxy is not in TRUST_PROXY', async () => {
    const port = await start(app)
    expect(await look('client address', port, { scheme: 'https' })).toEqual([
      'problem: The proxy is not trusted: all visitors count as one.: Set TRUST_PROXY=127.0.0.1',
    ])
  })

  test('the proxy does not pass the address, or passes what clients claim', async () => {
    const cure = 'In nginx: proxy_set_header X-Forwarded-For $remote_addr;'
    const without = await start(behindProxy, {
      change: (site) => site.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For ""'),
    })
    expect(await look('client address', without, HTTPS)).toEqual([
      `problem: The proxy does not pass the address of clients.: ${cure}`,
    ])
    const believing = await start(behindProxy, {
      change: (site) => site.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for'),
    })
    expect(await look('client address', believing, HTTPS)).toEqual([
      `problem: The proxy lets clients choose their address.: ${cure}`,
    ])
  })
})
