import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { readProject } from './repo-rules/project-files.ts'
import { commentsOf, isProduct, isTest, withoutComments } from './repo-rules/rule.ts'

const texts = new Map(readProject().map(({ path, text }) => [path, text]))
const paths = [...texts.keys()]
const read = (path: string) => texts.get(path)!

const isCode = (path: string) => /\.(tsx?|css|sql)$/.test(path) && !isTest(path)
/** Tables whose length OWASP decides: looked up, not read through. */
const LIST = 'docs/engineering/asvs.md'
const isDocument = (path: string) => /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(path) && path !== LIST

const linesOf = (path: string) => read(path).split('\n').length - 1
const sum = (chosen: readonly string[], count: (path: string) => number) =>
  chosen.reduce((total, path) => total + count(path), 0)
const lines = (belongs: RegExp, files = paths.filter(isCode)) =>
  sum(
    files.filter((path) => belongs.test(path)),
    linesOf,
  )

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
const separatedIn = (text: string) => text.split(/\s+/).filter(Boolean).length
const tokensIn = (text: string) => text.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)?.length ?? 0

/** Rounded up; a line that contains only a comment is no line of code. */
function commentWords(folder: string): number {
  const texts = paths
    .filter((path) => path.startsWith(`${folder}/`) && /\.(tsx?|css)$/.test(path) && !isTest(path))
    .map(read)
  const words = texts.flatMap(commentsOf).reduce((total, { comment }) => total + wordsIn(comment), 0)
  const code = texts.flatMap((text) => withoutComments(text).split('\n')).filter((line) => line.trim() !== '')
  return Math.ceil((100 * words) / code.length)
}

const longComments = () =>
  sum(
    paths.filter((path) => isProduct(path) && isCode(path) && !path.endsWith('.sql')),
    (path) => commentsOf(read(path)).filter(({ comment }) => bareLines(comment) > 2).length,
  )

const bareLines = (comment: string) => comment.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line)).length

function foldersWithOneFile(): number {
  const own = paths.filter((path) => path.startsWith('web/') && !isTest(path))
  const folders = [...new Set(own.map(posix.dirname))]
  return folders.filter((folder) => own.filter((path) => path.startsWith(`${folder}/`)).length === 1).length
}

/** Each figure may only fall until it is at its target. */
const FIGURES: Readonly<Record<string, () => number>> = {
  'product lines': () => lines(/^(domain|contract|server|web)\//),
  'thousands of product tokens': () =>
    Math.ceil(
      sum(
        paths.filter((path) => isProduct(path) && isCode(path)),
        (path) => tokensIn(withoutComments(read(path))),
      ) / 1_000,
    ),
  'lines of scripts, configuration and deployment': () =>
    lines(
      /^(?!(domain|contract|server|web|test|bench|torture|docs|data)\/|package-lock)/,
      paths.filter((path) =>
        /\.(mjs|mts|ts|json|yml|service|conf|env|example)$|file$|^scripts\/|^\.ci\//.test(path),
      ),
    ),
  'lines of server/': () => lines(/^server\//),
  'lines of server/http, live and database': () => lines(/^server\/(http|live|database)\//),
  'lines of schema.sql': () => lines(/schema\.sql$/),
  'lines of bench/': () => lines(/^bench\//),
  'words of documents': () => sum(paths.filter(isDocument), (path) => separatedIn(read(path))),
  'words of comments in 100 lines of domain/': () => commentWords('domain'),
  'words of comments in 100 lines of contract/': () => commentWords('contract'),
  'words of comments in 100 lines of server/': () => commentWords('server'),
  'words of comments in 100 lines of web/': () => commentWords('web'),
  'comments of more than two lines': longComments,
  'folders of web/ with one file': foldersWithOneFile,
}

type Limit = { limit: number; target?: number }
const limits = JSON.parse(read('test/weight.json')) as Record<string, Limit>

test.each(Object.keys(limits))('%s: at most the limit', (name) => {
  const { limit, target } = limits[name]!
  const figure = FIGURES[name]!()
  console.log(`${name}: ${figure}, limit ${limit}${target === undefined ? '' : `, target ${target}`}`)
  expect(figure, `Remove something, or say in test/weight.json why "${name}" may grow.`).toBeLessThanOrEqual(
    limit,
  )
})

test('each figure has a limit', () => {
  expect(Object.keys(limits)).toEqual(Object.keys(FIGURES))
})

test('the words of docs/engineering/asvs.md do not count, because it has a row for each requirement of OWASP and little else', () => {
  const others = read(LIST)
    .split('\n')
    .filter((line) => !line.startsWith('|'))
  expect(separatedIn(others.join(' '))).toBeLessThan(200)
})

test('a document has at most 2,500 words', () => {
  expect(paths.filter(isDocument).filter((path) => separatedIn(read(path)) > 2_500)).toEqual([])
})
