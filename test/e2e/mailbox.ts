import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real mail server that keeps what it is given. */
export async function startMailbox() {
  const mails: { to: string; mail: Email }[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          for (const { address } of session.envelope.rcptTo) mails.push({ to: address, mail })
          for (const look of waiting) look()
          done()
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Waits for a mail to an address whose subject has these words. */
    async receive(to: string, words: string): Promise<Email> {
      const { promise, resolve, reject } = Promise.withResolvers<Email>()
      const look = () => {
        const found = mails.find((one) => one.to === to && one.mail.subject?.includes(words))
        if (found) resolve(found.mail)
      }
      const deadline = setTimeout(
        () =>
          reject(
            new Error(
              `No mail "${words}" to ${to}; there are: ${mails.map((one) => `${one.to} ${one.mail.subject}`).join(', ')}`,
            ),
          ),
        20_000,
      )
      waiting.add(look)
      look()
      return promise.finally(() => {
        clearTimeout(deadline)
        waiting.delete(look)
      })
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>
