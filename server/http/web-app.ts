import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pathOf, patternOf, type SendPage } from './not-found.ts'
import { setPageHeaders } from './page-headers.ts'
import { sendTagged, TaggedFile } from './tagged-file.ts'

/** Each part of its path is a plain name. */
const FILE = /^(\/\.?[\w-][\w.-]*)+(?<=\.\w+)$/

/** Such as `index-Ab12Cd34`, its start script. */
export function readBuildName(root: string): string | null {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  return /<script type="module"[^>]* src="[^"]*?([\w.-]+?)\.js"/.exec(page)?.[1] ?? null
}

/** Hashed assets are immutable; everything else is revalidated. */
export async function serveWebApp(
  app: FastifyInstance,
  root: string,
  change = (page: string, _path: string) => page,
): Promise<SendPage> {
  const announcements = readAnnouncements(root)
  const readPage = makePageReader(join(root, 'index.html'))
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const forever = path.startsWith(`${root}/assets/`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The plugin's own route reads the whole folder twice for each file.
  app.get('/*', (request, reply) => {
    const path = pathOf(request.url)
    return FILE.test(path) ? reply.sendFile(path) : reply.callNotFound()
  })
  // Cached with its tag: all screens may reload at once.
  let [shown, page] = ['', asFile('')]
  const sendPage: SendPage = (request, reply) => {
    const text = change(readPage(), request.url)
    if (text !== shown) [shown, page] = [text, asFile(text)]
    setPageHeaders(reply)
    const link = announcements.find(({ pattern }) => pattern.test(pathOf(request.url)))?.link
    if (link) reply.header('link', link)
    return sendTagged(request, reply, page)
  }
  // Routes of their own skip the static plugin; `//` is not `/`.
  for (const { path } of announcements) if (/^\/[^:]+$/.test(path)) app.get(path, sendPage)
  app.get('/index.html', sendPage)
  return sendPage
}

const asFile = (page: string) => new TaggedFile(page, 'text/html; charset=utf-8')

/** Rebuilt pages are read again; during a build the last page stays. */
function makePageReader(file: string): () => string {
  const read = () => ({ builtAt: statSync(file).mtimeMs, page: readFileSync(file, 'utf8') })
  let kept = read()
  return () => {
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (builtAt !== undefined && builtAt !== kept.builtAt) kept = read()
    return kept.page
  }
}

// Styles need `crossorigin`, or they are fetched twice.
const preloadOf = (name: string) =>
  `</${name}>; rel=${name.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}`

/** Preload links of each screen from the build. */
function readAnnouncements(root: string): { path: string; pattern: RegExp; link: string }[] {
  const file = join(root, '.vite/first-visits.json')
  if (!existsSync(file)) return []
  const visits = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
  return Object.entries(visits).map(([path, files]) => ({
    path,
    pattern: patternOf(path),
    link: files.map(preloadOf).join(', '),
  }))
}
