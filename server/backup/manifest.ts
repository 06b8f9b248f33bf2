import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod/mini'
import { programVersion } from '../database/program-version.ts'

const FORMAT = 2
export const MANIFEST = 'manifest.json'

const sum = { bytes: z.int(), sha256: z.string() }

const Manifest = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  postgres: z.string(),
  schema: z.object({ version: z.int(), checksum: z.string() }),
  taken_at: z.string(),
  /** From `pg_current_snapshot`. */
  snapshot: z.string(),
  /** In loading order; `sha256` covers all parts of a table. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), ...sum })),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.string(), is_called: z.boolean() }),
  ),
  files: z.array(z.object({ name: z.string(), ...sum })),
})

/** At the end of the file, when all figures are known. */
export type Manifest = z.infer<typeof Manifest>

export const emptyManifest = (
  facts: Pick<Manifest, 'postgres' | 'schema' | 'taken_at' | 'snapshot' | 'sequences'>,
): Manifest => ({ format: FORMAT, program: programVersion(), ...facts, tables: [], files: [] })

export function parseManifest(text: string): Manifest {
  const said = JSON.parse(text) as { format?: unknown; program?: unknown }
  if (typeof said.format === 'number' && said.format !== FORMAT)
    throw new Error(
      `it has format ${said.format} (program ${String(said.program)}), and this program reads ${FORMAT}: restore it with the version that made it.`,
    )
  const parsed = Manifest.safeParse(said)
  if (!parsed.success) throw new Error(`its ${MANIFEST} was not written by Fairslot.`)
  return parsed.data
}

export class Tally {
  bytes = 0
  rows = 0
  readonly #hash: Hash = createHash('sha256')

  add(piece: Uint8Array): void {
    this.bytes += piece.length
    this.#hash.update(piece)
    // COPY escapes line breaks within texts.
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) this.rows += 1
  }

  sum(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}
