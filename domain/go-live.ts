/** Where the service is reached, whether its mails leave, and what of its beginning is still there. */
export type GoLiveFacts = {
  /** The address that it listens on. */
  host: string
  /** Where links in mails lead. */
  public_url: string
  has_mail_server: boolean
  /** The fate of the last test mail; null when none was asked for. */
  test_mail: 'queued' | 'sent' | 'failed' | null
  contact_email: string
  /** A member of the sample event can sign in. */
  has_sample_member: boolean
  /** Something of the sample event can be deleted. */
  has_sample: boolean
  /** The first administrator's password is the one that was printed. */
  has_printed_password: boolean
}

type WarningFacts = Pick<
  GoLiveFacts,
  'host' | 'public_url' | 'has_mail_server' | 'has_sample_member' | 'has_printed_password'
>

/** The steps from the sample event to the real one, in the order in which they are taken. */
export const GO_LIVE_STEPS = ['sample', 'event', 'password', 'address', 'mail'] as const
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number]

/** States that a service must not be left in once others can reach it. */
export const GO_LIVE_WARNINGS = ['sample_member', 'local_links', 'mail_files', 'printed_password'] as const
export type GoLiveWarning = (typeof GO_LIVE_WARNINGS)[number]

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host)

/** Whether an address leads no further than the machine itself. */
export const isLocalUrl = (url: string): boolean => isLoopback(new URL(url).hostname)

// RFC 2606: nobody can have an address there.
const NOBODYS = /[@.](example|test|invalid|localhost|example\.(com|net|org))$/i

/** Whether mail to this address can reach nobody, such as that of the sample event. */
export const isNobodysAddress = (email: string): boolean => NOBODYS.test(email)

/** Whether others than this machine are meant to reach the service. */
export const isOpen = ({ host, public_url }: Pick<GoLiveFacts, 'host' | 'public_url'>): boolean =>
  !isLoopback(host) || !isLocalUrl(public_url)

const DONE: Readonly<Record<GoLiveStep, (facts: GoLiveFacts) => boolean>> = {
  sample: ({ has_sample }) => !has_sample,
  event: ({ contact_email }) => !isNobodysAddress(contact_email),
  password: ({ has_printed_password }) => !has_printed_password,
  address: ({ public_url }) => !isLocalUrl(public_url),
  mail: ({ has_mail_server, test_mail }) => has_mail_server && test_mail === 'sent',
}

/** Whether a step towards the real event is done. */
export const isGoLiveStepDone = (step: GoLiveStep, facts: GoLiveFacts): boolean => DONE[step](facts)

/** The warnings for a service that others can reach; none while it is tried out on one machine. */
export function goLiveWarnings(facts: WarningFacts): GoLiveWarning[] {
  const holds: Readonly<Record<GoLiveWarning, boolean>> = {
    sample_member: facts.has_sample_member,
    local_links: isLocalUrl(facts.public_url),
    mail_files: !facts.has_mail_server,
    printed_password: facts.has_printed_password,
  }
  return isOpen(facts) ? GO_LIVE_WARNINGS.filter((warning) => holds[warning]) : []
}
