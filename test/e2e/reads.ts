import type { Page } from '@playwright/test'

/** The address of a member's read. */
export const readOf = (name: string) => new RegExp(`/api/user/${name}/$`)

/** The calls that a page makes from now on, each once; an id is written `{id}`. */
export function watchCalls(page: Page): () => string[] {
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.add(`${request.method()} ${pathname.replaceAll(/\d+/g, '{id}')}`)
  })
  return () => [...calls].toSorted()
}
