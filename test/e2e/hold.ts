import type { Page } from '@playwright/test'

/** Holds the requests to a path back until `release`, so that the test sees the screen while they wait. */
export async function hold(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}
