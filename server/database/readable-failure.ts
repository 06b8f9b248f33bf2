const BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'DATABASE_URL: nothing answers at that address.',
  ENOTFOUND: 'DATABASE_URL: its host is not known.',
  EAI_AGAIN: 'DATABASE_URL: its host cannot be looked up.',
  ETIMEDOUT: 'DATABASE_URL: its host does not answer.',
  EHOSTUNREACH: 'DATABASE_URL: its host cannot be reached.',
  '28P01': 'DATABASE_URL: the database refuses that user and password.',
  '28000': 'DATABASE_URL: the database refuses that user.',
  '3D000': 'DATABASE_URL: that database does not exist.',
  '42501':
    'DATABASE_URL: that user must own the database, or have the right to create schemas and tables in it.',
  '53300': 'DATABASE_URL: the database has no connection left.',
  EADDRINUSE: 'PORT: another program already listens there. Stop it, or set PORT to another number.',
  EACCES: 'no right to a file, folder or port',
}

/** One line that tells an operator why the start failed and, where it is a setting, which. */
export function readableFailure(error: unknown): string {
  const causes: unknown[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  for (const cause of causes) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const known = BY_CODE[code]
    if (known) return code === 'EACCES' ? `${known}: ${messageOf(cause)}` : known
  }
  return messageOf(error)
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim()
