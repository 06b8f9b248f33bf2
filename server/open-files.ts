// For the database, files being read, and connections about to be refused.
const SPARE = 512
export const MAX_CONNECTIONS = 16_384
/** Fewer cannot serve one stand. */
const LEAST = 100

function openFileLimit(): number {
  // Looking up the names of connections blocks the process.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isFinite(limit) ? limit : Infinity
}

/** Throws if `asked`, or a useful number, does not fit below the limit of open files. */
export function maxConnections(asked: number | undefined, limit = openFileLimit()): number {
  const fits = limit - SPARE
  if (asked !== undefined && asked > fits)
    throw new Error(
      `MAX_CONNECTIONS: ${asked} exceeds the limit of ${limit} open files. Raise that limit (ulimit -n) to ${asked + SPARE}.`,
    )
  if (fits < LEAST)
    throw new Error(
      `The limit of ${limit} open files is too low. Raise it: LimitNOFILE=65536 in a unit, ulimit -n 65536 in a shell.`,
    )
  return asked ?? Math.min(MAX_CONNECTIONS, fits)
}
