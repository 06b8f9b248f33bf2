import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads lines from the terminal or a pipe; null at the end. */
export type Ask = {
  line(question: string): Promise<string | null>
  secret(question: string): Promise<string | null>
  close(): void
}

export function openAsk(): Ask {
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = process.stdin.isTTY
  const input = createInterface({ input: process.stdin, output, terminal })
  // Lets Ctrl-C end the command as usual.
  input.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const lines = input[Symbol.asyncIterator]()
  const line = async (question: string) => {
    process.stdout.write(question)
    const { done, value } = await lines.next()
    return done ? null : value
  }
  return {
    line: async (question) => (await line(question))?.trim() ?? null,
    async secret(question) {
      isHidden = terminal
      try {
        return await line(question)
      } finally {
        isHidden = false
        if (terminal) process.stdout.write('\n')
      }
    },
    close: () => input.close(),
  }
}
