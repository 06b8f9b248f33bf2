import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

const BUILT = join(import.meta.dirname, '../../dist/web')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Serves the built web app as the service does, with its calls passed on to the real one, and can be given a newer
 * build: every hashed file gets another name, as if each of them had changed, and the old ones are gone.
 */
export async function startDeployment(service: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-build-'))
  let root = join(folder, '1')
  let holdPages = false
  cpSync(BUILT, root, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) })

  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url!, service)
    if (pathname.startsWith('/api/')) return passOn(service, incoming, outgoing)
    // The network keeps the connection and lets nothing through.
    if (holdPages && !extname(pathname)) return undefined
    return serveFile(root, pathname, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdPages(isHeld: boolean) {
      holdPages = isHeld
    },
    /** Puts a newer build in the place of this one, in which some words have changed. */
    deploy(from: string, to: string) {
      const next = `${root}+`
      makeNextBuild(root, next, [from, to])
      root = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

export type Deployment = Awaited<ReturnType<typeof startDeployment>>

function passOn(service: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers, url } = incoming
  const onward = request(new URL(url!, service), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

function serveFile(root: string, path: string, outgoing: ServerResponse) {
  const isFile = extname(path) !== ''
  const file = join(root, isFile ? path : 'index.html')
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return outgoing.writeHead(404).end()
  return outgoing
    .writeHead(200, {
      'content-type': TYPES[extname(file)],
      // A file that a phone finds again was kept by the app, not by the browser's cache.
      'cache-control': 'no-store',
    })
    .end(readFileSync(file))
}

function makeNextBuild(from: string, to: string, [before, after]: readonly [string, string]) {
  cpSync(from, to, { recursive: true })
  const names = readdirSync(join(to, 'assets'))
  const nextName = (name: string) => name.replace(/(\.\w+)$/, '_$1')
  const rewrite = (text: string) =>
    names
      .reduce((each, name) => each.replaceAll(name, nextName(name)), text)
      .replace(/"version":"\w+/, '$&2')
      .replaceAll(before, after)
  const texts = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html)$/.test(name),
  )
  for (const name of texts) writeFileSync(join(to, name), rewrite(readFileSync(join(to, name), 'utf8')))
  for (const name of names) renameSync(join(to, 'assets', name), join(to, 'assets', nextName(name)))
}
