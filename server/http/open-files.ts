// For the database, files being read, and connections about to be refused.
const SPARE = 512
export const MAX_CONNECTIONS = 16_384

function openFileLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isFinite(limit) ? limit : Infinity
}

/** Throws if `asked` does not fit below the limit of open files. */
export function maxConnections(asked: number | undefined, limit = openFileLimit()): number {
  const fits = limit - SPARE
  if (asked === undefined) return Math.max(1, Math.min(MAX_CONNECTIONS, fits))
  if (asked > fits)
    throw new Error(
      `MAX_CONNECTIONS: ${asked} exceeds the limit of ${limit} open files. Raise that limit (ulimit -n) to ${asked + SPARE}.`,
    )
  return asked
}
