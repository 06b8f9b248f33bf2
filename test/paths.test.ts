import { describe, expect, test } from 'vitest'
import { readProject } from './repo-rules/project-files.ts'
import { importsOf, isScript, targetOf } from './repo-rules/rule.ts'

/**
 * The files that a reader opens to follow one action. A file counts once, if the action calls one of its
 * functions when nothing fails and nothing is cached. Gates count for the booking alone.
 */
type Path = {
  limit: number
  target: number
  files: string[]
  /** Imports from these folders are on the path or aside. */
  folders: string[]
  /** Imported for another action, or only for a constant. */
  aside: string[]
}

const texts = new Map(readProject().map(({ path, text }) => [path, text]))
const read = (path: string) => texts.get(path) ?? ''

const importsIn = (path: string, text = read(path)): string[] =>
  isScript(path) ? importsOf(text).map((specifier) => targetOf(path, specifier) ?? specifier) : []

const calledBy = (path: string): string[] =>
  importsIn(path, read(path).replaceAll(/^import type [^'"]*['"][^'"]+['"]/gm, ''))

/** Calls that are not imports: a file that provides a name is reached by one that uses it. */
const CROSSINGS: { gives: RegExp; by: string; takes: (name: string) => string }[] = [
  // A route serves the endpoint that a screen calls.
  { gives: /\broute\(\s*app,\s*(\w+)/g, by: 'web/', takes: (endpoint) => endpoint },
  // A screen subscribes to a topic that the server offers.
  { gives: /\buseChangesOf\(`(\w+)/g, by: 'server/', takes: (topic) => `changes.offer('${topic}'` },
  // A part of the app is declared where it is made.
  {
    gives: /(?:interface FastifyInstance \{\s+|^export const )(\w+)/gm,
    by: 'server/',
    takes: (part) => `app.${part}`,
  },
]

function isReached(file: string, others: readonly string[]): boolean {
  const imported = others.flatMap((other) => importsIn(other))
  return (
    imported.includes(file) ||
    (file.endsWith('.sql') && imported.includes('kysely')) ||
    CROSSINGS.some(({ gives, by, takes }) =>
      [...read(file).matchAll(gives)].some(([, name]) =>
        others.some((other) => other.startsWith(by) && read(other).includes(takes(name!))),
      ),
    )
  )
}

const paths = JSON.parse(read('test/paths.json')) as Record<string, Path>

describe.each(Object.entries(paths))('%s', (name, { limit, target, files, folders, aside }) => {
  test('each file is there, once, and another one leads to it', () => {
    expect(files.filter((file) => !texts.has(file))).toEqual([])
    expect(files).toEqual([...new Set(files)])
    const lost = files.slice(1).filter(
      (file) =>
        !isReached(
          file,
          files.filter((other) => other !== file),
        ),
    )
    expect(lost, 'No file of this path leads to these.').toEqual([])
  })

  test('each file of its folders that it imports is on it, or aside', () => {
    const isWithin = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`))
    // Components are rendered, not called.
    const called = files
      .filter(isWithin)
      .flatMap(calledBy)
      .filter((file) => isWithin(file) && file.endsWith('.ts'))
    const others = [...new Set(called)].filter((file) => !files.includes(file))
    expect(others.toSorted(), 'Put what the action calls on the path, and the rest aside.').toEqual(aside)
  })

  test('at most the limit', () => {
    console.log(`${name}: ${files.length} files, limit ${limit}, target ${target}`)
    expect(files.length, 'Lead this action through fewer files.').toBeLessThanOrEqual(limit)
  })
})
