import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Door = 'RCPT TO' | 'DATA'
export type Answer = { at: Door; code: number; text: string } | null
type Arrived = { to: string; id: string | undefined; raw: Buffer }
/** Encrypted from the start, or after STARTTLS. */
type Tls = { certificate: string; key: string; from: 'the start' | 'STARTTLS' }

/** A long one is folded onto the next line. */
export const messageIdOf = (raw: Buffer): string | undefined =>
  /^Message-ID:\s+(\S+)\r$/im.exec(raw.toString('latin1'))?.[1]

/**
 * A real mail server on this machine. `answer` may refuse a mail; accepted ones are in `arrived`. A restart
 * reuses the port. With `tls` it requires encryption.
 */
export async function startPostOffice(
  answer: (to: string, raw?: Buffer) => Answer = () => null,
  port = 0,
  tls?: Tls,
) {
  const arrived: Arrived[] = []
  const refusal = (to: string, at: Door, raw?: Buffer) => {
    const refused = answer(to, raw)
    return refused?.at === at ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : null
  }
  const receive = (raw: Buffer, to: string) => {
    const refused = refusal(to, 'DATA', raw)
    if (!refused) arrived.push({ to, raw, id: messageIdOf(raw) })
    return refused
  }
  const options: SMTPServerOptions = {
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    ...(tls
      ? { cert: tls.certificate, key: tls.key, secure: tls.from === 'the start' }
      : { disabledCommands: ['STARTTLS'] }),
    closeTimeout: 200,
    onMailFrom: (_from, { secure }, done) =>
      done(tls && !secure ? Object.assign(new Error('in the clear'), { responseCode: 530 }) : null),
    onRcptTo: ({ address }, _session, done) => done(refusal(address, 'RCPT TO')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => done(receive(Buffer.concat(chunks), envelope.rcptTo[0]!.address)))
    },
  }
  const server = new SMTPServer(options)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // A sender killed in the middle of a mail resets its connection.
  server.on('error', () => {})
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    port: (server.server.address() as AddressInfo).port,
    arrived,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
