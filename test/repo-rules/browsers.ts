import { isScript, isTest, matchesOf, withoutComments, type Rule } from './rule.ts'

/** The code that a browser runs; the plugins of the build do not. */
const runsInBrowser = (path: string) =>
  /^(web|domain|contract)\//.test(path) && !path.startsWith('web/vite/') && isScript(path) && !isTest(path)

/** The usual names of a URLSearchParams. */
const QUERY = String.raw`\b\w*(?:[qQ]uery|[sS]earch|[pP]arams)`

/** Written as they are used; each is missing in one of the oldest browsers that the build is made for. */
const TOO_YOUNG = new RegExp(
  [
    String.raw`${QUERY}\.size\b`,
    String.raw`${QUERY}\.(?:has|delete)\([^(),]+,`,
    String.raw`\.aria[A-Z]\w*`,
    String.raw`\bPromise\.(?:withResolvers|try)\b`,
    String.raw`\bArray\.fromAsync\b`,
    String.raw`\b(?:Object|Map)\.groupBy\b`,
    String.raw`(?<!\bz)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(`,
    String.raw`\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|find|some|every|reduce|forEach|flatMap|take|drop|toArray)\(`,
    String.raw`\bIterator\.`,
    String.raw`\.(?:isWellFormed|toWellFormed|checkVisibility|moveBefore|requestClose|toBase64|toHex)\(`,
    String.raw`\bURL\.(?:canParse|parse)\b`,
    String.raw`\bAbortSignal\.any\b`,
    String.raw`\bRegExp\.escape\b`,
    String.raw`\bIntl\.(?:Segmenter|DurationFormat)\b`,
    String.raw`\.(?:toSorted|toReversed|toSpliced)\(`,
    String.raw`\.with\(\s*(?:-?\d|\w+[,.)])`,
    String.raw`\bstatic \{`,
    String.raw`\b(?:startViewTransition|requestIdleCallback|showPopover|hidePopover|togglePopover|CloseWatcher)\b`,
  ].join('|'),
  'g',
)

/** Code that boards run. */
const runsOnBoards = (path: string) =>
  /^(domain|contract|web\/(display|api|browser|shell|ui|worker)|web\/[\w-]+\.tsx?$)/.test(path)

/** Missing in Chromium 92. */
const TOO_YOUNG_FOR_BOARDS =
  /\.(?:findLast|findLastIndex|throwIfAborted)\(|\bObject\.hasOwn\b|\bAbortSignal\.\w+|\bstructuredClone\b/g

const oldBrowsers: Rule = {
  law: 'what a browser runs is known to the oldest supported browsers (README.md)',
  instead:
    "Use what Chrome 109, Safari 16.4 and Firefox 115 know, and what Chromium 92 knows where boards run it: `[...list].sort()`, `String(query)` for a query's size, getAttribute('aria-disabled'), domain/group-by.ts. The build translates syntax only. A file may use one that it first looks for with its quoted name and `in`.",
  find: ({ path, text }) => {
    if (!runsInBrowser(path)) return []
    const code = withoutComments(text)
    const onBoards = runsOnBoards(path) ? matchesOf(code, TOO_YOUNG_FOR_BOARDS) : []
    return [...matchesOf(code, TOO_YOUNG), ...onBoards].filter(
      (found) => !code.includes(`'${/\w+(?=\W*$)/.exec(found)?.[0]}' in `),
    )
  },
  keeps: [
    {
      path: 'web/api/client.ts',
      text: '// not query.size\nconst text = String(query)\nconst n = rooms.size',
    },
    { path: 'web/ui/tabs.tsx', text: `cell.getAttribute('aria-disabled')\nquery.has('tab')` },
    { path: 'web/ui/tabs.tsx', text: '[...list.values()].map(one)\n[...list].sort().at(-1)' },
    { path: 'web/admin/queue.ts', text: 'list.findLast(one)' },
    { path: 'contract/admin/audit.ts', text: 'z.union([z.string(), z.number()])' },
    { path: 'domain/board-name.ts', text: `'Segmenter' in Intl ? new Intl.Segmenter('ko') : null` },
    { path: 'server/http/session.ts', text: 'Promise.withResolvers()' },
    { path: 'web/vite/precompress.ts', text: 'Promise.withResolvers()' },
    { path: 'test/e2e/taps.e2e.ts', text: 'Promise.withResolvers()' },
  ],
  breaks: [
    { path: 'web/paths.ts', text: 'return query.size > 0' },
    { path: 'web/paths.ts', text: 'return url.searchParams.size > 0' },
    { path: 'web/paths.ts', text: `return query.has('tab', 'tours')` },
    { path: 'web/ui/tabs.tsx', text: `cell?.ariaDisabled !== 'true'` },
    { path: 'web/worker/service-worker.ts', text: 'Promise.withResolvers()' },
    { path: 'web/ui/tabs.tsx', text: 'await Array.fromAsync(list)' },
    { path: 'domain/queue.ts', text: 'Object.groupBy(list, dayOf)' },
    { path: 'contract/queue.ts', text: 'Map.groupBy(list, dayOf)' },
    { path: 'web/ui/tabs.tsx', text: 'chosen.union(more)' },
    { path: 'web/ui/tabs.tsx', text: 'list.values().map(one)' },
    { path: 'web/ui/tabs.tsx', text: 'URL.canParse(link)' },
    { path: 'web/admin/queue.ts', text: 'list.toSorted()' },
    { path: 'domain/queue.ts', text: 'list.toReversed()' },
    { path: 'domain/queue.ts', text: 'list.with(at, one)' },
    { path: 'web/api/client.ts', text: 'class Call { static { begin() } }' },
    { path: 'web/display/board-text.ts', text: 'list.findLast(one)' },
    { path: 'web/shell/reload.ts', text: 'AbortSignal.timeout(1_000)' },
    { path: 'contract/topics.ts', text: 'Object.hasOwn(TOPICS, kind)' },
    { path: 'web/ui/tabs.tsx', text: 'AbortSignal.any([mine, yours])' },
    { path: 'domain/board-name.ts', text: `new Intl.Segmenter('ko')` },
  ],
}

/** Calls of something that is named as in vite.config.ts, whose answer nobody uses: the build takes them for pure. */
const TAKEN_FOR_PURE = /(?:\bvoid\s+|^\s*|\)\s+)(?:endpoint|line|longText|z)(?:\.\w+)+\(/gm

const pureNames: Rule = {
  law: "in the web app nothing that is called for its effect is named as the contract's pure functions: the build drops the call",
  instead: 'Find another name: of `void line.refetch()` nothing would be left in the built app.',
  find: ({ path, text }) =>
    path.startsWith('web/') && isScript(path) && !isTest(path)
      ? matchesOf(withoutComments(text), TAKEN_FOR_PURE)
      : [],
  keeps: [
    { path: 'web/visitor/reservations/list.tsx', text: 'void waits.refetch()' },
    { path: 'web/admin/users/csv.ts', text: 'const cells = line.split(sign)' },
  ],
  breaks: [
    { path: 'web/visitor/reservations/list.tsx', text: 'void line.refetch()' },
    { path: 'web/visitor/reservations/list.tsx', text: 'const read = () => {\n  line.refetch()\n}' },
    { path: 'web/admin/users/csv.ts', text: `while (line.cells.length < width) line.cells.push('')` },
  ],
}

export const browserRules = [oldBrowsers, pureNames]
