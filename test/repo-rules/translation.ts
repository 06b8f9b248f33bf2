import { parseSync } from 'vite'
import { isTest, type Rule } from './rule.ts'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const partsOf = (node: Node) => Object.values(node).flat().filter(isNode)
const nodesOf = (node: Node, name: string) => (node[name] as Node[] | undefined) ?? []
const inner = (node: Node, name: string) => node[name] as Node

/** Properties that hold elements, not texts. */
const ELEMENTS =
  /^(?:props\.)?(?:aside|beside|cells|checklist|children|chips|head|intro|logo|pager|pages|question|skeleton|toggle)$|\.(?:content|question)$/

const hasElement = (node: Node): boolean =>
  /^JSX(?:Element|Fragment)$/.test(node.type) || partsOf(node).some(hasElement)

/** All kinds that an expression may have: text, fixed text, element, nothing. */
function kindsOf(node: Node, source: string): string[] {
  const kinds = (name: string) => kindsOf(inner(node, name), source)
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'JSXEmptyExpression':
      return []
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
      return kinds('expression')
    case 'ConditionalExpression':
      return [...kinds('consequent'), ...kinds('alternate')]
    case 'LogicalExpression':
      return node['operator'] === '&&'
        ? ['nothing', ...kinds('right')]
        : [...kinds('left'), ...kinds('right')]
    case 'CallExpression':
      return hasElement(node) ||
        /^(?:props\.)?(?:children|columnOf|cardOf)\(|\.map\((?!.*\.join)/s.test(
          source.slice(node.start, node.end),
        )
        ? ['element', 'nothing']
        : ['text']
    case 'Literal':
      return [typeof node['value'] === 'string' ? 'fixed' : 'nothing']
    default:
      return ELEMENTS.test(source.slice(node.start, node.end)) ? ['element'] : ['text']
  }
}

/** As React keeps it: a blank that contains a line break is none. */
const isKept = ({ type, value }: Node) =>
  type !== 'JSXText' || /\S/.test(String(value)) || !String(value).includes('\n')

function childrenOf(element: Node, source: string) {
  return nodesOf(element, 'children')
    .filter(isKept)
    .map((child) => {
      if (child.type === 'JSXText') return [/\S/.test(String(child['value'])) ? 'fixed' : 'blank']
      if (child.type !== 'JSXExpressionContainer') return ['element']
      const expression = inner(child, 'expression')
      const isBlank = expression.type === 'Literal' && !/\S/.test(String(expression['value']))
      return isBlank ? ['blank'] : kindsOf(expression, source)
    })
    .filter((kinds) => kinds.length > 0)
}

const isUntranslated = (element: Node, source: string): boolean => {
  const opening = element['openingElement'] as Node | undefined
  const text = opening ? source.slice(opening.start, opening.end) : ''
  return /\btranslate="no"|\{\.\.\.figures\(|^<title\b/.test(text)
}

/** A translator replaces each text node by its own element; React then changes a node that is no longer there. */
function isUnsafe(element: Node, source: string): boolean {
  const children = childrenOf(element, source)
  const isFixed = (kinds: string[]) => kinds.includes('fixed')
  if (element.type === 'JSXFragment' && children.some(isFixed)) return true
  const isAlone = children.length < 2 && element.type === 'JSXElement'
  const first = children.findIndex((kinds) => kinds.includes('element') && kinds.includes('nothing'))
  return (
    (!isAlone && children.some((kinds) => kinds.includes('text'))) ||
    (first >= 0 && children.slice(first + 1).some(isFixed))
  )
}

function unsafeIn(node: Node, source: string): Node[] {
  const isElement = /^JSX(?:Element|Fragment)$/.test(node.type)
  if (isElement && isUntranslated(node, source)) return []
  const own = isElement && isUnsafe(node, source) ? [node] : []
  return [...own, ...partsOf(node).flatMap((part) => unsafeIn(part, source))]
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length
const isScreen = (path: string) => path.startsWith('web/') && path.endsWith('.tsx') && !isTest(path)

const alone: Rule = {
  law: 'a text that changes is the only child of its element, or translators leave it alone',
  instead:
    'Write one template, <p>{`${n}명`}</p>, or give the text a <span> of its own. Figures and names: {...figures()} or translate="no".',
  find: ({ path, text }) =>
    isScreen(path)
      ? unsafeIn(parseSync(path, text).program as unknown as Node, text).map(
          ({ start, end }) =>
            `line ${lineAt(text, start)}: ${text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80)}`,
        )
      : [],
  keeps: [
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p>{`${n}명`}</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p>모두 <span>{n}</span>명</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p translate="no">{n} ~ {n}</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p>예약 {n > 0 && <b>있음</b>}</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ children }) => <p><b>예약</b> {children}</p>' },
  ],
  breaks: [
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p>{n}명</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p><b>예약</b> {n}</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <p>{n > 0 && <b>있음</b>} 예약</p>' },
    { path: 'web/a.tsx', text: 'const A = ({ n }) => <>예약 <b>{n}</b></>' },
  ],
}

/** Alone in its element. */
const FIGURE =
  /^(?:[\w.!]*\b(?:time|start_time|end_time|arrival_code|company|company_name)$|\[company\b|(?:madridTime|koreanDate|shortKoreanDate|timeRange|spanText|spacedCode|partyName)\()/
/** A sentence with a time or a count, which is no constant. */
const SENTENCE = /^[^<]*`[^`<]*\$\{[^}`]*(?:\b(?:time|start|since)\}|[a-z][^}`]*\}(?:명|곳|개|건|회|분))/
/** A badge with a time beside its word. */
const TIME_IN_BADGE = /^<Badge\b[^>]*>\{`\$\{(?:madridTime\(|[^`]*slice\()/

function unmarkedIn(node: Node, source: string, laws: readonly RegExp[]): Node[] {
  if (node.type === 'JSXElement' && isUntranslated(node, source)) return []
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const isFigure = (child: Node) =>
    child.type === 'JSXExpressionContainer' &&
    laws.some((law) => law.test(textOf(inner(child, 'expression'))))
  const isUnmarked =
    node.type === 'JSXElement' &&
    (nodesOf(node, 'children').some(isFigure) || TIME_IN_BADGE.test(textOf(node)))
  return [...(isUnmarked ? [node] : []), ...partsOf(node).flatMap((part) => unmarkedIn(part, source, laws))]
}

const figuresIn = (path: string, text: string) =>
  unmarkedIn(
    parseSync(path, text).program as unknown as Node,
    text,
    path.startsWith('web/visitor/') ? [FIGURE, SENTENCE] : [FIGURE],
  ).map(({ start, end }) => ({
    index: start,
    0: text.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80),
  }))

const figures: Rule = {
  law: 'times, dates, codes and companies are left alone by translators',
  instead:
    'Give the element translate="no", or {...figures()} of web/ui/figures.ts instead of the class numerals.',
  find: ({ path, text }) =>
    isScreen(path)
      ? [
          ...figuresIn(path, text),
          ...text.matchAll(/<(?!input|select)[a-z]\w*\s[^<>]*className="[^"]*\bnumerals\b/g),
        ].map((match) => `line ${lineAt(text, match.index)}: ${match[0]}`)
      : [],
  keeps: [
    { path: 'web/a.tsx', text: '<b translate="no">{slot.time}</b>' },
    { path: 'web/a.tsx', text: `<b {...figures('strong')}>{timeRange(one)}</b>` },
    { path: 'web/a.tsx', text: '<p translate="no"><b>{company}</b></p>' },
    { path: 'web/visitor/a.tsx', text: '<p>예약 <b translate="no">{`${n}건`}</b> 보기</p>' },
  ],
  breaks: [
    { path: 'web/a.tsx', text: '<b>{slot.time}</b>' },
    { path: 'web/visitor/a.tsx', text: '<p>{`예약 ${n}건 보기`}</p>' },
    { path: 'web/visitor/a.tsx', text: '<p>{`${slot.time} 시간은 지났습니다`}</p>' },
    { path: 'web/a.tsx', text: '<b>{member.company_name}</b>' },
    { path: 'web/a.tsx', text: '<Badge tone="approved">{`${madridTime(at)} 도착`}</Badge>' },
    { path: 'web/a.tsx', text: '<b className="strong numerals">{count}</b>' },
  ],
}

export const translationRules = [alone, figures]
