import type { APIResponse, Route, Page } from '@playwright/test'

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

/** The whole answer to a page's call, also to one that has it in memory and would be told 304. */
export async function fetchWhole(route: Route): Promise<APIResponse> {
  const { 'if-none-match': _, ...headers } = await route.request().allHeaders()
  return route.fetch({ headers, maxRetries: 1 })
}
