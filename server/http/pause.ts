import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Reads nothing more of a refused request's connection for half to one and a half times `ms`. Those who ask again at once
 * would otherwise fill each turn of the event loop, and a turn takes no more than one new connection.
 */
export function pauseAfter({ socket }: IncomingMessage, response: ServerResponse, ms: number) {
  if (ms === 0) return
  // At random, so that those who are refused together are not read together. Node goes on reading when an answer ends.
  const pause = Math.floor(ms * (0.5 + Math.random()))
  response.once('close', () => {
    if (socket.destroyed) return
    socket.pause()
    setTimeout(() => socket.resume(), pause).unref()
  })
}
