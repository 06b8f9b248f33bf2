import { checkInScreen, type CheckIn } from '../../contract/screen.ts'
import { topicOf } from '../../contract/topics.ts'
import { CHECK_IN_MS } from '../../domain/screen.ts'
import { ApiError, call } from '../api/client.ts'
import { BUILD_NAME } from '../browser/build-id.ts'
import { showName } from './name-sign.ts'
import { takeSetup, type Setup } from './setup.ts'

/** Says that this screen is there if a set-up link has made it one beside this room; answers how to stop. */
export function startCheckIns(room: string): () => void {
  let stop: (() => void) | undefined
  const begin = () => {
    stop?.()
    const setup = takeSetup(room)
    stop = setup ? tellEachMinute(room, setup) : undefined
  }
  begin()
  // A set-up link put into the address bar of this very board loads nothing anew.
  addEventListener('hashchange', begin)
  return () => {
    removeEventListener('hashchange', begin)
    stop?.()
  }
}

/** A stream names its topics as it begins, when the first call is just over; several screens are ordered as one. */
const GATHER_MS = 500

/**
 * Tells the service now and each minute that this screen is there, while it can be seen, and at once when the stream says
 * that the screens here were given an order. Answers how to stop.
 */
function tellEachMinute(room: string, { code, key }: Setup): () => void {
  let isOver = false
  let isBusy = false
  let isWanted = false
  /** The order that the service does not yet know to be heard: only then it is followed, and never twice. */
  let due: CheckIn['order'] = null
  let leave: (() => void) | undefined
  let soon: ReturnType<typeof setTimeout> | undefined
  const tell = async () => {
    const size = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) }
    const heard = due
    const body = { code, key, build: BUILD_NAME, ...size, ...(heard && { heard: heard.id }) }
    const { order, name } = await call(checkInScreen, { body })
    if (isOver) return
    if (heard) follow(heard, name)
    due = order?.id === heard?.id ? null : order
    isWanted ||= due !== null
    if (!leave) await listen()
  }
  const listen = async () => {
    // As the board itself has it: one page has one stream, also where its file did not come at first.
    const { join } = await import('../api/reads/change-stream.ts')
    if (isOver) return
    const tellSoon = () => {
      clearTimeout(soon)
      soon = setTimeout(look, GATHER_MS)
    }
    leave ??= join(topicOf('screens', room), { tell: tellSoon })
  }
  const work = async () => {
    isBusy = true
    try {
      while (isWanted && !document.hidden) {
        isWanted = false
        await tell()
      }
    } catch (failure) {
      // The room or its code is gone, and the link with it. Whatever else went wrong may pass.
      if (failure instanceof ApiError && failure.code === 'room_not_found') stop()
    }
    isBusy = false
  }
  const look = () => {
    isWanted = true
    if (!isBusy) void work()
  }
  const stop = () => {
    isOver = true
    isWanted = false
    leave?.()
    clearTimeout(soon)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
  const timer = setInterval(look, CHECK_IN_MS)
  document.addEventListener('visibilitychange', look)
  look()
  return stop
}

function follow({ kind }: NonNullable<CheckIn['order']>, name: string) {
  if (kind === 'identify') showName(name)
  else location.reload()
}
