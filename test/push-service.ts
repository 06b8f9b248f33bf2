import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Delivered = {
  device: string
  headers: IncomingHttpHeaders
  payload: { title: string; body: string; tag: string; path: string }
  /** Claims of the sender's verified token. */
  claims: { aud: string; exp: number; sub: string }
  key: string
  bytes: number
}

/** A real push service on this machine. Decrypts with the keys of the subscribed devices. */
export async function startPushService() {
  const devices = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>()
  const delivered: Delivered[] = []
  let asked = 0
  let answer: (device: string) => { status: number; headers?: Record<string, string> } = () => ({
    status: 201,
  })
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const device = request.url!.split('/').at(-1)!
    const { status, headers } = answer(device)
    asked += 1
    const known = devices.get(device)
    if (status < 300 && known) {
      const body = Buffer.concat(pieces)
      delivered.push({
        device,
        headers: request.headers,
        payload: JSON.parse(decrypt(body, known).toString()) as Delivered['payload'],
        ...sender(String(request.headers.authorization)),
        bytes: body.length,
      })
    }
    response.writeHead(status, headers).end()
  }
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    delivered,
    /** How often it was asked to deliver something. */
    asked: () => asked,
    /** How it answers from now on. */
    answers(next: typeof answer) {
      answer = next
    },
    subscribe(device = randomBytes(8).toString('hex')) {
      const pair = createECDH('prime256v1')
      const auth = randomBytes(16)
      const keys = { p256dh: pair.generateKeys('base64url'), auth: auth.toString('base64url') }
      devices.set(device, { pair, auth })
      return { endpoint: `${origin}/send/${device}`, keys }
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const derive = (key: Buffer, salt: Buffer, purpose: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes))

function decrypt(
  body: Buffer,
  { pair, auth }: { pair: ReturnType<typeof createECDH>; auth: Buffer },
): Buffer {
  const salt = body.subarray(0, 16)
  const length = body[20]!
  const point = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const purpose = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), point])
  const key = derive(pair.computeSecret(point), auth, purpose, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  if (text.at(-1) !== 2) throw new Error('the last record has no end')
  return text.subarray(0, -1)
}

function sender(authorization: string) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = Buffer.from(key!, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const signer = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) } })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('nobody with this key has signed it')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Delivered['claims'], key: key! }
}
