import { posix } from 'node:path'

export type SourceFile = { path: string; text: string }

/** A law of this project that a test can check. */
export type Rule = {
  law: string
  /** What to do about a breach. */
  instead: string
  /** The breaches in one file, each a few words; `paths` are all files of the project, `files` the same with their text. */
  find: (file: SourceFile, paths: readonly string[], files: readonly SourceFile[]) => string[]
  /** A file that keeps the law and one that breaks it, so that the rule itself is known to work. */
  keeps: SourceFile[]
  breaks: SourceFile[]
}

export const isTest = (path: string) => path.startsWith('test/') || /\.test\.tsx?$/.test(path)

export const isScript = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path)

/** The top folders whose code is the product itself. */
export const isProduct = (path: string) => /^(domain|contract|server|web)\//.test(path)

/** The text of a script or style sheet without its comments; line numbers stay. */
export const withoutComments = (text: string): string =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (piece, quoted: string | undefined) => quoted ?? piece.replaceAll(/[^\n]/g, ' '),
  )

/** Every match of a pattern as `line 3: what was found`. */
export const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(
    (match) => `line ${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}`,
  )

/** What a script imports, as it is written there. */
export const importsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1]!)

/** The project path that a relative import means, or undefined for a package. */
export const targetOf = (path: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined
