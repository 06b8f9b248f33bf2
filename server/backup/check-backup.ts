import { text } from 'node:stream/consumers'
import { readArchive } from './archive.ts'
import { MANIFEST, parseManifest, Tally, type Manifest } from './manifest.ts'

/** Messages of the .tar.gz reader. */
const IN_PLAIN_WORDS: Readonly<Record<string, string>> = {
  'unexpected end of file': 'it is truncated.',
  'incorrect header check': 'it is not a .tar.gz file.',
  'ESPIPE: invalid seek, read': 'standard input must be a file, not a pipe.',
}

export async function checkBackup(path: string): Promise<Manifest> {
  const found = new Map<string, Tally>()
  const subject = path === '-' ? 'The backup' : path
  let manifest: Manifest | undefined
  try {
    for await (const { name, content } of readArchive(path)) {
      if (name === MANIFEST) manifest = parseManifest(await text(content))
      else {
        const tally = found.getOrInsertComputed(subjectOf(name), () => new Tally())
        for await (const piece of content) tally.add(piece)
      }
    }
  } catch (error) {
    const { code, message, cause } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`There is no file ${path}.`, { cause: error })
    const why = message || String((cause as Error | undefined)?.message)
    throw new Error(`${subject} cannot be read as a backup: ${IN_PLAIN_WORDS[why] ?? why}`, { cause: error })
  }
  if (!manifest) throw new Error(`${subject} is not a complete backup: it has no ${MANIFEST}.`)
  const wrong = differences(manifest, found)
  if (wrong.length > 0) throw new Error(`${subject} is damaged: ${wrong.join(', ')}.`)
  return manifest
}

/** All parts of a table count as one. */
export const subjectOf = (name: string): string => /^tables\/([^/]+)\//.exec(name)?.[1] ?? name

function differences(manifest: Manifest, found: Map<string, Tally>): string[] {
  const promised = [...manifest.tables, ...manifest.files]
  const names = new Set(promised.map(({ name }) => name))
  const wrong = promised.filter(({ name, bytes, sha256 }) => {
    const sum = (found.get(name) ?? new Tally()).sum()
    return sum.bytes !== bytes || sum.sha256 !== sha256
  })
  const strange = [...found.keys()].filter((name) => !names.has(name))
  return [
    ...wrong.map(({ name }) => `wrong checksum of ${name}`),
    ...strange.map((name) => `unexpected file ${name}`),
  ]
}
