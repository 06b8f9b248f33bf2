import { withoutComments, type Rule, type SourceFile } from './rule.ts'

const isStyle = ({ path }: SourceFile) => /^web\/.*\.css$/.test(path)

/** The selectors of a style sheet, one by one. */
const selectorsOf = (text: string): string[] =>
  [...withoutComments(text).matchAll(/([^{};]+)\{/g)]
    .map((match) => match[1]!.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())

/** The classes that selectors of a style sheet begin with: the first one in each. */
const ownClasses = (text: string): Set<string> =>
  new Set(selectorsOf(text).flatMap((selector) => /\.([a-z][\w-]*)/i.exec(selector)?.[1] ?? []))

const oneSheet: Rule = {
  law: 'one class, one style sheet: no two have selectors that begin with the same class',
  instead:
    "Move the rule to the class's own style sheet; or begin it with a class of this one, when it says how something looks only in here: .queue .tabs__list.",
  find: (file, _paths, files) => {
    if (!isStyle(file)) return []
    const others = files.filter((each) => isStyle(each) && each.path !== file.path)
    return [...ownClasses(file.text)].flatMap((name) =>
      others
        .filter(({ text }) => text.includes(`.${name}`) && ownClasses(text).has(name))
        .map(({ path }) => `.${name} is defined in ${path} too`),
    )
  },
  keeps: [
    { path: 'web/ui/button.css', text: '@layer ui { .button { color: var(--ink) } }' },
    {
      path: 'web/admin/dashboard/queue.css',
      text: '.queue .tabs__list, .queue__days > .card { flex: none }',
    },
    { path: 'web/admin/users/card.css', text: '/* .button { } */ tbody > tr { padding: 0 }' },
    { path: 'web/visitor/login/login.css', text: 'main:has(> .login) { padding: 0 }' },
  ],
  breaks: [
    { path: 'web/admin/users/card.css', text: '@layer screen { .button { padding: 0 } }' },
    {
      path: 'web/admin/users/card.css',
      text: '@media print { .member, .button[data-wide]:hover { padding: 0 } }',
    },
    { path: 'web/admin/users/card.css', text: '.tabs__list .member { padding: 0 }' },
  ],
}

const TOKENS = 'web/styles/tokens.css'
/** The scales of the design, whole also where a step has one user. */
const SCALE = /^--(text|weight|leading|space|radius|line|safe|layer)-/
/** A length; a colour, a shadow or a duration is none. */
const SIZE = /(?<![#\w-])[\d.]+(px|r?em|vw|vh)/

const sharedSizes: Rule = {
  law: 'a size in web/styles/tokens.css is used by at least two files',
  instead: 'Write it where it is used, at the top of the component where that is more than once.',
  find: ({ path, text }, _paths, files) => {
    if (path !== TOKENS) return []
    return [...withoutComments(text).matchAll(/(--[\w-]+):\s*([^;}]+)/g)]
      .filter(([, name, value]) => SIZE.test(value!) && !/gradient|#/.test(value!) && !SCALE.test(name!))
      .map(([, name]) => name!)
      .filter((name) => {
        const used = new RegExp(`${name}(?![\\w-])`)
        return files.filter((each) => each.path.startsWith('web/') && used.test(each.text)).length < 3
      })
  },
  keeps: [
    {
      path: TOKENS,
      text: ':root { --tap: 44px; --text-99: 99rem; --lonely: #0b1324; --shadow: 0 8px 32px #0b132429 }',
    },
    { path: 'web/admin/timeline/timeline.css', text: '.timeline { --hour: 300px }' },
  ],
  breaks: [
    { path: TOKENS, text: ':root { --lonely-width: 108px }' },
    { path: TOKENS, text: ':root { --lonely-width: calc(2 * 3.5rem) }' },
  ],
}

export const styleRules = [oneSheet, sharedSizes]
