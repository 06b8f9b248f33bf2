/** Messages of nodemailer and OpenSSL. */
const SETTINGS: readonly [RegExp, string][] = [
  [
    /wrong version number|packet length too long|record layer failure/i,
    'SMTP_URL: smtps:// at a port without TLS: use smtp://, which upgrades to TLS by itself, or the port for smtps, often 465',
  ],
  [/Greeting never received/, 'SMTP_URL: no greeting: smtp:// at a port for smtps://, or no mail server'],
  [
    /self-signed certificate|unable to (verify|get)|altnames|certificate has expired/i,
    'SMTP_URL: the certificate of the mail server is not trusted, or is for another host name',
  ],
  [/ECONNREFUSED/, 'SMTP_URL: nothing answers at that address and port'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'SMTP_URL: unknown host. Are # and / in the password written as %23 and %2F?'],
  [/ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/, 'SMTP_URL: its host does not answer'],
  [/\bMAIL FROM\b.*\b530\b|^530\b/, 'SMTP_URL: the mail server requires a user and password'],
  [/ENOSPC/, 'DATA_DIR: the disk is full'],
  [/EACCES|EROFS/, 'DATA_DIR: mails cannot be written there'],
]

/** Such an answer may repeat the password. */
export const isAboutLogin = (error: unknown): boolean => /^E(AUTH|NOAUTH|OAUTH2)$/.test(factsOf(error).code)

export function wrongSetting(error: unknown): string | undefined {
  if (isAboutLogin(error)) return 'SMTP_URL: the mail server refuses that user and password'
  const { code, command, message, response } = factsOf(error)
  const said = response || `${code} ${message}`
  return SETTINGS.find(([pattern]) => pattern.test(said) || pattern.test(`${command} ${said}`))?.[1]
}

/** The parts of a nodemailer error. */
export function factsOf(error: unknown): {
  code: string
  command: string
  message: string
  response: string
} {
  const { code, command, message, response } = (error ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { code: text(code), command: text(command), message: text(message), response: text(response) }
}
