const REASON_MAX = 300

/** One short line without credentials. */
export function shortReason(error: unknown): string {
  // May be no Error; a refused connection has only a code.
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return String(message || code || error)
    .replace(/\/\/\S*@/g, '//')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX)
    .toWellFormed()
}

/** Mail servers quote addresses; the log must not. */
export const withoutAddresses = (reason: string) => reason.replaceAll(/\S+@\S+/g, '…')
