import { randomUUID } from 'node:crypto'
import { getSettings } from '../features/settings/queries.ts'
import { headingOf } from '../mail/heading.ts'
import type { Mail } from '../mail/mail.ts'
import { senderOf, smtpTransport } from '../mail/transport.ts'
import { writeMail } from '../mail/write-mail.ts'
import { wrongSetting } from '../mail/wrong-setting.ts'
import { shortReason } from '../outbox/short-reason.ts'
import type { Checks } from './examine.ts'
import { NotChecked, ok, problem } from './finding.ts'
import type { Installation } from './installation.ts'

/** With an address it sends a real mail. */
export const mailChecks = (to: string | undefined): Checks => ({
  async mail(at) {
    const { smtp_url: url, smtp_without_tls, mail_from, public_url } = at.env
    if (!url) throw new NotChecked('SMTP_URL is not set.')
    const mail = to === undefined ? undefined : await writeTest(at, to)
    const from = senderOf(mail_from, public_url)
    const transport = smtpTransport({ url, from, requiresTls: !smtp_without_tls })
    try {
      await (mail ? transport.send(mail) : transport.verify())
      return ok(mail ? `A mail is on its way to ${to}.` : 'The mail server accepts SMTP_URL.')
    } catch (error) {
      const reason = wrongSetting(error) ?? `The mail server refuses: ${shortReason(error)}`
      return problem(reason, 'Correct SMTP_URL or MAIL_FROM; fairslot doctor --mail ADDRESS sends a mail.')
    } finally {
      transport.close()
    }
  },
})

async function writeTest(at: Installation, to: string) {
  const { db } = await at.database()
  const isMember = db.selectFrom('members').select('id').where('email', '=', to.toLowerCase())
  if (await isMember.executeTakeFirst()) throw new NotChecked(`${to} is a member's: name your own address.`)
  const asked = { to, asked_by: 'fairslot doctor', asked_at: at.now, request_id: randomUUID() }
  const facts = { ...asked, ...(await getSettings(db)), public_url: at.env.public_url }
  const mail: Mail = { kind: 'test', facts }
  return { ...headingOf(mail), ...writeMail(mail), id: 0, kind: mail.kind, to, posted_at: at.now }
}
