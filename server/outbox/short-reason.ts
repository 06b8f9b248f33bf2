const REASON_MAX = 300

/** An error as one short line without credentials, fit for the administrators' list of mails. */
export function shortReason(error: unknown): string {
  // Not always an Error, and a refused connection has a code but no message.
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return String(message || code || error)
    .replace(/\/\/\S*@/g, '//')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX)
    .toWellFormed()
}

/** The log names nobody: a mail server quotes whom it does not know. */
export const withoutAddresses = (reason: string) => reason.replaceAll(/\S+@\S+/g, '…')
