const GMAIL = /^(gmail|googlemail)\.com$/

/** For counting only: ignores plus tags, and Gmail's dots. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const local = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*/s, '')
  return GMAIL.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
