import { checkInScreen, type CheckIn } from '../../contract/screen.ts'
import { topicOf } from '../../contract/topics.ts'
import { CHECK_IN_MS } from '../../domain/screen.ts'
import { ApiError, call } from '../api/client.ts'
import { BUILD_NAME } from '../browser/build-id.ts'
import { showName } from './name-sign.ts'
import { takeSetup, type Setup } from './setup.ts'

/** Only screens set up for this room check in. Returns a function that stops it. */
export function startCheckIns(room: string): () => void {
  let stop: (() => void) | undefined
  const begin = () => {
    stop?.()
    const setup = takeSetup(room)
    stop = setup ? tellEachMinute(room, setup) : undefined
  }
  begin()
  // Opening a set-up link on this board does not reload the page.
  addEventListener('hashchange', begin)
  return () => {
    removeEventListener('hashchange', begin)
    stop?.()
  }
}

/** Combines the stream's opening message and several commands. */
const GATHER_MS = 500

/** Checks in each minute while visible, and at once for a command. Returns a function that stops it. */
function tellEachMinute(room: string, { code, key }: Setup): () => void {
  let isOver = false
  let isBusy = false
  let isWanted = false
  /** A command that is not yet confirmed. Runs only after its confirmation, so never twice. */
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
    // Imported as by the board, so that the page has one stream.
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
      // The room or its code was deleted. Other failures may pass.
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
