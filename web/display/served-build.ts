import { BUILD } from '../build.ts'
import { storeForSession } from '../session-store.ts'

const TAKEN = 'board_took_build'

/**
 * Loads the board anew when the service has another build than this one. Most walls hang in the hall's own network
 * without HTTPS, where no service worker tells of it. Only once for each build: one that the browser does not get
 * although it is announced must not keep the wall reloading.
 */
export async function takeServedBuild(): Promise<void> {
  const entry = await findServedEntry()
  if (!entry || entry === BUILD || entry === sessionStorage.getItem(TAKEN)) return
  if (storeForSession(TAKEN, entry)) location.reload()
}

/** The script that starts the app, as the service's page names it now; undefined for any other answer. */
async function findServedEntry(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) return undefined
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const source = page.querySelector('script[type=module][src]')?.getAttribute('src')
    return source ? new URL(source, location.origin).href : undefined
  } catch {
    return undefined
  }
}
