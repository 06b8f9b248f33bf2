const GMAIL = /^(gmail|googlemail)\.com$/

/**
 * The mailbox that an e-mail address leads to, for counting alone: what follows a plus leads nowhere else, and with Gmail
 * nor do dots. Nothing is stored or mailed under it.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const local = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*/s, '')
  return GMAIL.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
