export type GoLiveFacts = {
  host: string
  public_url: string
  has_mail_server: boolean
  has_sample_member: boolean
  has_printed_password: boolean
  /** Its header was ignored. Known only while running. */
  has_untrusted_proxy?: boolean
}

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

/** Empty while only this machine can connect. */
export function goLiveWarnings(facts: GoLiveFacts): GoLiveWarning[] {
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
