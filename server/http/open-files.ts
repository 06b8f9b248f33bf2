// For the database, files that are being read, and a new connection that is about to be refused.
const SPARE = 512
/** Enough for a hall of thousands. */
export const MAX_CONNECTIONS = 16_384

/** How many files, connections among them, the operating system lets this process hold open. */
function openFileLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isFinite(limit) ? limit : Infinity
}

/** How many connections are held at once: as many as were asked for, or what fits below the limit of open files. */
export function maxConnections(asked: number | undefined, limit = openFileLimit()): number {
  const fits = limit - SPARE
  if (asked === undefined) return Math.max(1, Math.min(MAX_CONNECTIONS, fits))
  if (asked > fits)
    throw new Error(
      `MAX_CONNECTIONS: ${asked} do not fit below the limit of ${limit} open files. Raise it (ulimit -n) to ${asked + SPARE}.`,
    )
  return asked
}
