import type { Plugin } from 'vite'

/** The fields of endpoints and settings sections that browsers read. */
const KEPT = ['audience', 'role', 'method', 'path', 'body', 'fields', 'form']

type Node = { type: string; start: number; end: number; [field: string]: unknown }

const isEndpointCall = (node: Node) =>
  node.type === 'CallExpression' &&
  ['endpoint', 'section'].includes((node['callee'] as Node & { name?: string }).name ?? '')

function findEndpoints(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findEndpoints)
  if (typeof node !== 'object' || node === null) return []
  if (isEndpointCall(node as Node)) return [(node as Node & { arguments: Node[] }).arguments[0]!]
  return Object.values(node).flatMap(findEndpoints)
}

const findInitials = (program: Node): Node[] =>
  (program['body'] as Node[])
    .map((statement) => (statement['declaration'] as Node | null | undefined) ?? statement)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((declaration) => declaration['declarations'] as Node[])
    .map((declarator) => declarator['init'] as Node)

/**
 * Drops fields such as answer schemas, and marks every constant as pure, so that the bundler drops unused
 * ones.
 */
export const stripContract: Plugin = {
  name: 'browser-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/ },
    handler(code) {
      const program = this.parse(code, { lang: 'ts' }) as unknown as Node
      const dropped = findEndpoints(program)
        .flatMap((declaration) => declaration['properties'] as (Node & { key?: { name?: string } })[])
        .filter((property) => !KEPT.includes(property.key?.name ?? ''))
        .map(({ start, end }) => ({ start, end: end + /^\s*,?/.exec(code.slice(end))![0].length, text: '' }))
      const idle = findInitials(program).flatMap(({ start, end }) => [
        { start, end: start, text: '/* @__PURE__ */ (() => (' },
        { start: end, end, text: '))()' },
      ])
      const shorter = [...dropped, ...idle]
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
      return { code: shorter, map: null, moduleSideEffects: false }
    },
  },
}
