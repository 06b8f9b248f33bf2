import { importsOf, isProduct, isTest, targetOf, type Rule, type SourceFile } from './rule.ts'

type Graph = ReadonlyMap<string, readonly string[]>

const targetsOf = ({ path, text }: SourceFile) =>
  importsOf(text).flatMap((specifier) => targetOf(path, specifier) ?? [])

const isCounted = ({ path }: SourceFile) => isProduct(path) && /\.tsx?$/.test(path) && !isTest(path)

const graphs = new WeakMap<readonly SourceFile[], Graph>()

function graphOf(files: readonly SourceFile[]): Graph {
  const graph =
    graphs.get(files) ?? new Map(files.filter(isCounted).map((file) => [file.path, targetsOf(file)]))
  graphs.set(files, graph)
  return graph
}

/** The shortest chain of imports from a file back to itself, without its own name; undefined where there is none. */
function findCycle(file: SourceFile, graph: Graph): string[] | undefined {
  const chains = new Map<string, string[]>(targetsOf(file).map((target) => [target, [target]]))
  for (const [path, chain] of chains) {
    if (path === file.path) return chain.slice(0, -1)
    for (const target of graph.get(path) ?? [])
      if (!chains.has(target)) chains.set(target, [...chain, target])
  }
  return undefined
}

const cycles: Rule = {
  law: 'no files import each other in a circle, types included',
  instead: 'Move what both need to a file of its own below them, or pass it as an argument.',
  find: (file, _paths, files) => {
    const cycle = isCounted(file) ? findCycle(file, graphOf(files)) : undefined
    return cycle ? [[file.path, ...cycle, file.path].join(' → ')] : []
  },
  keeps: [{ path: 'domain/slot.ts', text: `import { isDate } from './madrid-time.ts'` }],
  breaks: [
    { path: 'domain/madrid-time.ts', text: `import type { Slot } from './slot.ts'` },
    { path: 'domain/madrid-time.ts', text: `export { all } from './madrid-time.ts'` },
  ],
}

export const cycleRules = [cycles]
