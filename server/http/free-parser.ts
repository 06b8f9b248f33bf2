import type { Socket } from 'node:net'

/** Node's parser of a connection's requests. It stands in no documentation, so that a newer Node may keep it elsewhere. */
type Parser = { unconsume(): void; remove(): void; close(): void }

/**
 * Gives back the 10 kB in which Node would parse the next request of a connection, for one whose answer is its last. What
 * else arrives is dropped; that the client is gone is noticed as ever.
 */
export function freeParser(socket: Socket & { parser?: Parser | null }) {
  // It may be at work at this moment: in what it has just read stands the request itself.
  setImmediate(() => {
    const { parser } = socket
    // A connection that has ended meanwhile has given its own back.
    if (!parser) return
    parser.unconsume()
    parser.remove()
    parser.close()
    socket.parser = null
  })
}
