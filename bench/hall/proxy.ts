import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePorts, nginxProgram } from '../../test/nginx.ts'
import type { Place } from './wire.ts'

const SITE = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

/** Throws where `startProxy` would for want of an nginx: before a measurement of a quarter of an hour, and not within it. */
export function requireNginx(): string {
  if (!nginxProgram) throw new Error('There is no nginx: apt-get install nginx-light, or run npm test once')
  return nginxProgram
}

/** nginx with the site of deploy/nginx.conf before these programs, without TLS, which the simulator would pay for too. */
export async function startProxy(upstream: readonly Place[]) {
  const program = requireNginx()
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-hall-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name))
    return `${name}_temp_path ${join(folder, name)};`
  })
  const [port] = await findFreePorts(1)
  writeFileSync(join(folder, 'site.conf'), siteWith(port!, upstream))
  const main = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    main,
    `${user} daemon off; worker_processes 1; worker_rlimit_nofile 19000; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 18000; }
    http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  const child = spawn(program, ['-p', folder, '-e', 'stderr', '-c', main], { stdio: 'inherit' })
  const place = { host: '127.0.0.1', port: port! }
  await isThere(`http://127.0.0.1:${port}/healthz`)
  return {
    place,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function isThere(url: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).catch(() => undefined)) return
    await wait(50)
  }
  throw new Error('nginx does not answer')
}

/** Of two servers of the site, the one that redirects goes. */
function siteWith(port: number, upstream: readonly Place[]): string {
  const servers = upstream.map((each) => `server ${each.host}:${each.port} max_fails=0;`).join(' ')
  const site = SITE.replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replaceAll(/ *server 127\.0\.0\.1:300\d max_fails=0;\n/g, '')
    .replace(/keepalive 64;/, `${servers} keepalive 64;`)
    .replaceAll(/ *listen \[::\].*\n| *ssl_.*\n/g, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll('fairslot.example.com', 'localhost 127.0.0.1')
  if (!site.includes(`listen 127.0.0.1:${port};`) || !site.includes(servers) || /ssl|3001/.test(site))
    throw new Error('deploy/nginx.conf is written in another way')
  return site
}
