import { checkInScreen } from '../../contract/screen.ts'
import { CHECK_IN_MS } from '../../domain/screen.ts'
import { ApiError, call } from '../api/client.ts'
import { BUILD_NAME } from '../browser/build-id.ts'
import { takeSetup, type Setup } from './setup.ts'

/** Says that this screen is there if a set-up link has made it one beside this room; answers how to stop. */
export function startCheckIns(room: string): () => void {
  let stop: (() => void) | undefined
  const begin = () => {
    stop?.()
    const setup = takeSetup(room)
    stop = setup ? tellEachMinute(setup) : undefined
  }
  begin()
  // A set-up link put into the address bar of this very board loads nothing anew.
  addEventListener('hashchange', begin)
  return () => {
    removeEventListener('hashchange', begin)
    stop?.()
  }
}

/** Tells the service now and each minute that this screen is there, while it can be seen; answers how to stop. */
function tellEachMinute({ code, key }: Setup): () => void {
  let isOver = false
  const tell = async () => {
    if (isOver || document.hidden) return
    const size = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) }
    try {
      await call(checkInScreen, { body: { code, key, build: BUILD_NAME, ...size } })
    } catch (failure) {
      // The room is gone, and its link with it. Whatever else went wrong may pass.
      isOver = failure instanceof ApiError && failure.code === 'room_not_found'
    }
  }
  const look = () => void tell()
  look()
  const timer = setInterval(look, CHECK_IN_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
