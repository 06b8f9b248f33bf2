import type { Plugin } from 'vite'

/** What a browser reads of an endpoint's declaration; the rest is the server's, the documents' and the tests'. */
const KEPT = ['audience', 'method', 'path', 'body']

type Node = { type: string; start: number; end: number; [field: string]: unknown }

const isEndpointCall = (node: Node) =>
  node.type === 'CallExpression' && (node['callee'] as Node & { name?: string }).name === 'endpoint'

function findEndpoints(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findEndpoints)
  if (typeof node !== 'object' || node === null) return []
  if (isEndpointCall(node as Node)) return [(node as Node & { arguments: Node[] }).arguments[0]!]
  return Object.values(node).flatMap(findEndpoints)
}

/**
 * Part of the production build: endpoints keep only what a call needs. Answers are checked by tests and not on phones,
 * so their schemas, and where no form is the whole schema library, are not shipped.
 */
export const browserContract: Plugin = {
  name: 'browser-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    handler(code) {
      const dropped = findEndpoints(this.parse(code, { lang: 'ts' }))
        .flatMap((declaration) => declaration['properties'] as (Node & { key?: { name?: string } })[])
        .filter((property) => !KEPT.includes(property.key?.name ?? ''))
        .toSorted((a, b) => b.start - a.start)
      const shorter = dropped.reduce((text, { start, end }) => {
        const rest = text.slice(end)
        return text.slice(0, start) + rest.replace(/^\s*,/, '')
      }, code)
      return { code: shorter, map: null, moduleSideEffects: false }
    },
  },
}
