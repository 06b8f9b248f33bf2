import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { startPostOffice } from '../post-office.ts'

/** An address behind which there is no mailbox. */
export const NOBODY = 'nobody@example.com'

/** A real mail server, and its mails to read. */
export async function startMailbox() {
  let isOverLimit = false
  const context = await startPostOffice((to) => {
    if (isOverLimit) return { at: 'DATA', code: 550, text: '5.4.5 Daily user sending limit exceeded' }
    return to === NOBODY ? { at: 'RCPT TO', code: 550, text: 'no such mailbox' } : null
  })
  return {
    url: context.url,
    /** Whether the server refuses all mails. */
    setOverLimit: (is: boolean) => void (isOverLimit = is),
    stop: () => context.close(),
    /** The Message-IDs of all that has arrived, as often as it arrived. */
    ids: () => context.arrived.flatMap(({ id }) => id ?? []),
    /** Waits for a mail to an address whose subject has these words. */
    async receive(to: string, words: string): Promise<Email> {
      const find = async () => {
        const mails = await Promise.all(
          context.arrived.filter((one) => one.to === to).map((one) => PostalMime.parse(one.raw)),
        )
        return mails.find((mail) => mail.subject?.includes(words))
      }
      await expect.poll(find, { message: `a mail "${words}" to ${to}`, timeout: 20_000 }).toBeTruthy()
      return (await find())!
    },
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

export async function codeFor(address: string, mailbox: Mailbox, words = '인증번호'): Promise<string> {
  const mail = await mailbox.receive(address, words)
  return / 인증번호 (\S+)$/.exec(mail.subject!)![1]!
}
