import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { setPageHeaders } from './page-headers.ts'

/** The name of the built web app: that of the script that starts it, such as `index-Ab12Cd34`. */
export function readBuildName(root: string): string | null {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  return /<script type="module"[^>]* src="[^"]*?([\w.-]+?)\.js"/.exec(page)?.[1] ?? null
}

/** Serves the built web app: hashed assets for good, everything else revalidated, precompressed where it was built. */
export async function serveWebApp(app: FastifyInstance, root: string) {
  const announcements = readAnnouncements(root)
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const forever = path.startsWith(`${root}/assets/`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (!path.startsWith(`${root}/index.html`)) return
      setPageHeaders(reply)
      const link = announcements.find(({ pattern }) => pattern.test(reply.request.url))?.link
      if (link) reply.header('link', link)
    },
  })
}

/**
 * The files of each screen as the build wrote them down, so that a browser can fetch all of it while it reads the page.
 * Styles are announced as the page asks for them, with `crossorigin`, or they would be fetched twice.
 */
function readAnnouncements(root: string): { pattern: RegExp; link: string }[] {
  const file = join(root, '.vite/first-visits.json')
  if (!existsSync(file)) return []
  const visits = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
  return Object.entries(visits).map(([path, files]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?(\\?|$)`),
    link: files
      .map(
        (name) =>
          `</${name}>; rel=${name.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}`,
      )
      .join(', '),
  }))
}
