import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2'
import { connect as connectTo, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate } from './certificate.ts'

const ROOT = join(import.meta.dirname, '..')
const SITE = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')

/** Installed, or unpacked by `npm test`; undefined if unavailable. */
export const nginxProgram = ['/usr/sbin/nginx', join(ROOT, '.cache/nginx/usr/sbin/nginx')].find((path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
})

export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

export async function isListening(port: number): Promise<boolean> {
  const socket = connectTo(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function writeCertificate(folder: string, days?: number) {
  const made = makeCertificate('localhost', days)
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  writeFileSync(certificate, made.certificate)
  writeFileSync(key, made.key, { mode: 0o600 })
  return { certificate, key }
}

type Wrong = { days?: number; change?: (site: string) => string }

/** Runs deploy/nginx.conf with other names, ports and files. A test may `change` it for the worse. */
export async function startNginx(
  ports: { http: number; https: number; upstream: [number, number] },
  { days, change = (site) => site }: Wrong = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-nginx-'))
  const { certificate, key } = writeCertificate(folder, days)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name))
    return `${name}_temp_path ${join(folder, name)};`
  })
  writeFileSync(join(folder, 'site.conf'), change(siteWith(ports, { certificate, key })))
  const main = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    main,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 1024; }
    http { access_log ${folder}/access.log; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  const child = spawn(nginxProgram!, ['-p', folder, '-e', 'stderr', '-c', main], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const exit = once(child, 'close')
  while (!(await isListening(ports.https))) {
    if (child.exitCode !== null) throw new Error(`nginx ended before it listened: ${said}`)
    await sleep(10)
  }
  return {
    ca: readFileSync(certificate, 'utf8'),
    said: () => said,
    logged: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}

/** Before nginx 1.25.1. */
const OLDER: [string, string][] = [
  ['listen 443 ssl;', 'listen 443 ssl http2;'],
  ['  http2 on;\n', ''],
]

function isOlder(): boolean {
  const { stderr } = spawnSync(nginxProgram!, ['-v'], { encoding: 'utf8' })
  const [, minor, patch] = /nginx\/1\.(\d+)\.(\d+)/.exec(stderr) ?? []
  return Number(minor) * 100 + Number(patch) < 2501
}

/** Fails if the site no longer contains a text that the test replaces. */
function siteWith(
  ports: { http: number; https: number; upstream: [number, number] },
  files: { certificate: string; key: string },
): string {
  const others: [string, string][] = [
    ['  listen [::]:80;\n', ''],
    ['  listen [::]:443 ssl;\n', ''],
    ...(isOlder() ? OLDER : []),
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
    ['127.0.0.1:3001', `127.0.0.1:${ports.upstream[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${ports.upstream[1]}`],
    ['/etc/letsencrypt/live/fairslot.example.com/fullchain.pem', files.certificate],
    ['/etc/letsencrypt/live/fairslot.example.com/privkey.pem', files.key],
    ['fairslot.example.com', 'localhost'],
  ]
  return others.reduce((site, [from, to]) => {
    if (!site.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`)
    return site.replaceAll(from, to)
  }, SITE)
}

type Answer = { status: number; headers: OutgoingHttpHeaders; text: string }

/** An HTTP/2 browser with an address of this machine; sends one request after the other. */
export async function openHttp2(origin: string, ca: string, localAddress = '127.0.0.1') {
  // TypeScript: a secure session also takes the options of its socket.
  const options = { ca, localAddress, ALPNProtocols: ['h2'] }
  let session: ClientHttp2Session
  const open = async () => {
    session = connect(origin, options)
    await once(session, 'connect')
  }
  await open()

  const begin = (headers: OutgoingHttpHeaders, body?: string) => {
    const stream = session.request(headers)
    stream.setEncoding('utf8')
    stream.end(body)
    return stream
  }
  async function ask(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Answer> {
    // nginx closes a connection after a thousand requests, and a browser opens another.
    if (session.closed) await open()
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const stream = begin({ ':method': method, ':path': path, ...json, ...headers }, body)
    const [answered] = (await once(stream, 'response')) as [OutgoingHttpHeaders]
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    return { status: Number(answered[':status']), headers: answered, text }
  }
  return { protocol: () => session.alpnProtocol, begin, ask, close: () => session.close() }
}
type Asked = { headers?: OutgoingHttpHeaders; body?: string }
export type Browser = Awaited<ReturnType<typeof openHttp2>>
