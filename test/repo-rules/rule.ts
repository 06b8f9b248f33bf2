import { posix } from 'node:path'

export type SourceFile = { path: string; text: string }

/** A law of this project that a test can check. */
export type Rule = {
  law: string
  /** The remedy for a breach. */
  instead: string
  /** The breaches in one file, each a few words; `paths` are all files of the project, `files` the same with texts. */
  find: (file: SourceFile, paths: readonly string[], files: readonly SourceFile[]) => string[]
  /** A file that keeps the law and one that breaks it, so that the rule itself is known to work. */
  keeps: SourceFile[]
  breaks: SourceFile[]
}

export const isTest = (path: string) => path.startsWith('test/') || /\.test\.tsx?$/.test(path)

export const isScript = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path)

/** The top folders whose code is the product itself. */
export const isProduct = (path: string) => /^(domain|contract|server|web)\//.test(path)

/**
 * Quoted texts, in a group, and comments; `//` lines one below the other are one comment. An escaped character counts
 * as quoted, so that the end of a regex such as `/web\//` begins no comment.
 */
const QUOTED_OR_COMMENT =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\\.)|\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[^\S\n]*\/\/[^\n]*)*/g

/** The text of a script or style sheet without its comments; line numbers stay. */
export const withoutComments = (text: string): string =>
  text.replace(
    QUOTED_OR_COMMENT,
    (piece, quoted: string | undefined) => quoted ?? piece.replaceAll(/[^\n]/g, ' '),
  )

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The comments of a script or style sheet, each with the line that it begins in. */
export const commentsOf = (text: string): { line: number; comment: string }[] =>
  [...text.matchAll(QUOTED_OR_COMMENT)]
    .filter(([, quoted]) => quoted === undefined)
    .map((match) => ({ line: lineOf(text, match.index), comment: match[0] }))

/** Every match of a pattern as `line 3: the matched text`. */
export const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => `line ${lineOf(text, match.index)}: ${match[0].trim()}`)

/** The specifiers that a script imports, as they are written there. */
export const importsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/(?<!['"])\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1]!,
  )

/** The project path that a relative import means, or undefined for a package. */
export const targetOf = (path: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined
