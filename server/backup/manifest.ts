import { createHash, type Hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** The layout of the file; another one is written under another number. */
const FORMAT = 2
export const MANIFEST = 'manifest.json'

const sum = { bytes: z.int(), sha256: z.string() }

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Of the program that wrote the file. */
  program: z.string(),
  /** Of PostgreSQL. */
  postgres: z.string(),
  /** The newest migration of the database. */
  schema: z.object({ version: z.int(), checksum: z.string() }),
  taken_at: z.string(),
  /** Which transactions it has seen, as `pg_current_snapshot` tells it. */
  snapshot: z.string(),
  /** In the order in which they are loaded; `sha256` is that of all parts of a table one after another. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...sum })),
  /** Where the numbering of each table goes on. */
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.string(), is_called: z.boolean() }),
  ),
  files: z.array(z.object({ name: z.string(), ...sum })),
})

/** A backup's own account of itself; it stands at the end, when everything is known. */
export type Manifest = z.infer<typeof Manifest>

export const emptyManifest = (
  facts: Pick<Manifest, 'postgres' | 'schema' | 'taken_at' | 'snapshot' | 'sequences'>,
): Manifest => ({ format: FORMAT, program: programVersion(), ...facts, tables: [], files: [] })

function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export function parseManifest(text: string): Manifest {
  const said = JSON.parse(text) as { format?: unknown; program?: unknown }
  if (typeof said.format === 'number' && said.format !== FORMAT)
    throw new Error(
      `it has format ${said.format} (program ${String(said.program)}), and this program reads ${FORMAT}: restore it with the version that made it.`,
    )
  const parsed = Manifest.safeParse(said)
  if (!parsed.success) throw new Error(`its ${MANIFEST} is not of Fairslot.`)
  return parsed.data
}

/** Counts and sums up what is read or written piece by piece. */
export class Tally {
  bytes = 0
  rows = 0
  readonly #hash: Hash = createHash('sha256')

  add(piece: Uint8Array): void {
    this.bytes += piece.length
    this.#hash.update(piece)
    // In the text form of COPY a line is a row: line breaks of the texts themselves are written as \n.
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) this.rows += 1
  }

  sum(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}
