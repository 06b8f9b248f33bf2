export type GoLiveFacts = {
  host: string
  public_url: string
  has_mail_server: boolean
  test_mail: 'queued' | 'sent' | 'failed' | null
  contact_email: string
  has_sample_member: boolean
  has_sample: boolean
  has_printed_password: boolean
  /** Its header was ignored. Known only while running. */
  has_untrusted_proxy?: boolean
}

type WarningFacts = Pick<
  GoLiveFacts,
  | 'host'
  | 'public_url'
  | 'has_mail_server'
  | 'has_sample_member'
  | 'has_printed_password'
  | 'has_untrusted_proxy'
>

export const GO_LIVE_STEPS = ['sample', 'event', 'password', 'address', 'mail'] as const
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number]

export const GO_LIVE_WARNINGS = [
  'sample_member',
  'local_links',
  'mail_files',
  'printed_password',
  'untrusted_proxy',
] as const
export type GoLiveWarning = (typeof GO_LIVE_WARNINGS)[number]

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host)

export const isLocalUrl = (url: string): boolean => isLoopback(new URL(url).hostname)

const NOBODYS = /[@.](example|test|invalid|localhost|example\.(com|net|org))$/i

/** Undeliverable by RFC 2606. */
export const isNobodysAddress = (email: string): boolean => NOBODYS.test(email)

/** Whether other machines can connect. */
export const isOpen = ({ host, public_url }: Pick<GoLiveFacts, 'host' | 'public_url'>): boolean =>
  !isLoopback(host) || !isLocalUrl(public_url)

const DONE: Readonly<Record<GoLiveStep, (facts: GoLiveFacts) => boolean>> = {
  sample: ({ has_sample }) => !has_sample,
  event: ({ contact_email }) => !isNobodysAddress(contact_email),
  password: ({ has_printed_password }) => !has_printed_password,
  address: ({ public_url }) => !isLocalUrl(public_url),
  mail: ({ has_mail_server, test_mail }) => has_mail_server && test_mail === 'sent',
}

export const isGoLiveStepDone = (step: GoLiveStep, facts: GoLiveFacts): boolean => DONE[step](facts)

/** Empty while only this machine can connect. */
export function goLiveWarnings(facts: WarningFacts): GoLiveWarning[] {
  const holds: Readonly<Record<GoLiveWarning, boolean>> = {
    sample_member: facts.has_sample_member,
    local_links: isLocalUrl(facts.public_url),
    mail_files: !facts.has_mail_server,
    printed_password: facts.has_printed_password,
    untrusted_proxy: facts.has_untrusted_proxy ?? false,
  }
  return isOpen(facts) || facts.has_untrusted_proxy
    ? GO_LIVE_WARNINGS.filter((warning) => holds[warning])
    : []
}
