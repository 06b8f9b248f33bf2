import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'

type ConnectionLimits = {
  connections: number
  connectionsOfNetwork: number
  /** Idle keep-alive connections; more are allowed while most connections are busy. */
  kept: number
}

type Network = { name: string; open: number; waiting: Set<Socket> }

/** At a limit, closes the connection that has waited longest without a complete request. */
export function makeConnections(limits: ConnectionLimits) {
  const networks = new Map<string, Network>()
  const places = new Map<Socket, Network>()
  /** Without a complete request, longest waiting first. */
  const waiting = new Set<Socket>()
  /** The part of `waiting` that was answered before. */
  const kept = new Set<Socket>()

  function wait(socket: Socket) {
    const network = places.get(socket)
    if (!network) return
    for (const each of [waiting, network.waiting]) {
      each.delete(socket)
      each.add(socket)
    }
  }

  function keep(socket: Socket) {
    if (!places.has(socket)) return
    wait(socket)
    kept.add(socket)
    if (kept.size > Math.max(limits.kept, (places.size - kept.size) / 2)) makePlace(kept)
  }

  function serve(socket: Socket) {
    waiting.delete(socket)
    places.get(socket)?.waiting.delete(socket)
  }

  function leave(socket: Socket) {
    const network = places.get(socket)
    if (!network) return
    serve(socket)
    kept.delete(socket)
    places.delete(socket)
    network.open -= 1
    if (network.open === 0) networks.delete(network.name)
  }

  function makePlace(among: ReadonlySet<Socket>): boolean {
    const [longest] = among
    if (!longest) return false
    leave(longest)
    longest.destroy()
    return true
  }

  // Shared: a closure for each connection would live as long as its stream.
  function closed(this: Socket) {
    leave(this)
  }
  function answered(this: ServerResponse) {
    keep(this.req.socket)
  }

  return {
    opened(socket: Socket) {
      const name = networkOf(socket.remoteAddress ?? '')
      const network: Network = networks.get(name) ?? { name, open: 0, waiting: new Set() }
      const fits =
        (network.open < limits.connectionsOfNetwork || makePlace(network.waiting)) &&
        (places.size < limits.connections || makePlace(waiting))
      if (!fits) {
        socket.destroy()
        return
      }
      network.open += 1
      networks.set(name, network)
      places.set(socket, network)
      socket.on('close', closed)
      wait(socket)
    },
    /** Called when a request's head has arrived. */
    asked(request: IncomingMessage, response: ServerResponse) {
      const { socket } = request
      kept.delete(socket)
      if (!hasBody(request)) serve(socket)
      // If the answer was sent before the body ended, the connection stays idle.
      else request.once('end', () => response.writableEnded || serve(socket))
      response.on('close', answered)
    },
    get open() {
      return places.size
    },
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
