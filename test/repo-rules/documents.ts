import { posix } from 'node:path'
import { isTest, type Rule } from './rule.ts'

const withoutBlocks = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
const withoutCode = (text: string) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '')

/** As GitHub names them. */
const anchorsOf = (text: string) =>
  Array.from(withoutBlocks(text).matchAll(/^#+ +(.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** In a document those of Markdown; elsewhere each page that a text or comment names. */
function linksOf(path: string, text: string): string[] {
  if (!path.endsWith('.md')) return text.match(/(?<![\w/])docs\/[\w/-]+\.\w+(#[\w-]+)?/g) ?? []
  const links = Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!)
  const here = posix.basename(path)
  return links
    .filter((link) => !/^(https?|mailto):/.test(link))
    .map((link) => posix.join(posix.dirname(path), link.startsWith('#') ? here + link : link))
}

const links: Rule = {
  law: 'each link of a document, and each page that other files name, exists, with its heading',
  instead: 'Correct the link, or remove it with what it led to.',
  find: ({ path, text }, paths, files) =>
    linksOf(path, text).flatMap((link) => {
      const [target, anchor] = link.split('#')
      if (!paths.some((each) => each === target || each.startsWith(`${target}/`))) return [`no file ${link}`]
      const page = target === path ? text : files.find((file) => file.path === target)?.text
      return anchor === undefined || anchorsOf(page ?? '').includes(anchor) ? [] : [`no heading ${link}`]
    }),
  keeps: [
    { path: 'docs/mail.md', text: '# Mail, and `SMTP`\n[above](#mail-and-smtp) [here](mail.md)' },
    { path: 'docs/mail.md', text: '## 화면 · 알림\n[below](#화면--알림)' },
    { path: 'docs/mail.md', text: '[elsewhere](https://example.com/#x)\n`[code](none.md)`' },
  ],
  breaks: [
    { path: 'docs/mail.md', text: '# Mail\n[gone](post.md)' },
    { path: 'docs/mail.md', text: '# Mail\n[gone](#post)' },
    { path: 'docs/mail.md', text: '# Mail\n![gone](pictures/mail.png)' },
    { path: 'docs/mail.md', text: '# Mail\n```sh\n# post\n```\n[gone](#post)' },
    { path: 'deploy/runtime.env', text: '# See docs/mail.md#post.' },
  ],
}

const GUIDE = 'docs/organising.md'

const names: Rule = {
  law: `each bold name of ${GUIDE} is a text of the screens`,
  instead:
    'Write what the screen says. If the screen has changed, change the guide and take its pictures anew.',
  find({ path, text }, _paths, files) {
    if (path !== GUIDE) return []
    const screens = files.filter((file) => /^(web|contract)\//.test(file.path) && !isTest(file.path))
    const named = Array.from(text.matchAll(/\*\*([^*]+)\*\*/g), ([, words]) => words!.split(' → ')).flat()
    return [...new Set(named)].filter((name) => !screens.some((file) => file.text.includes(name)))
  },
  keeps: [{ path: GUIDE, text: '**설정 → 행사 시작하기**에서 **테스트 메일 보내기**를 누릅니다.' }],
  breaks: [{ path: GUIDE, text: '**설정 → 행사 시작하기**에서 **시험 메일 보내기**를 누릅니다.' }],
}

const SETTINGS = 'docs/operating.md'

const settings: Rule = {
  law: `each setting of server/env.ts has a row in ${SETTINGS}`,
  instead: 'Say there what the setting means and what holds without it.',
  find({ path, text }, _paths, files) {
    if (path !== 'server/env.ts') return []
    const rows = files.find((file) => file.path === SETTINGS)?.text.match(/^\| `[A-Z_]+`.*$/gm) ?? []
    const listed = new Set(rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z_]+/g)!))
    const declared = Array.from(text.matchAll(/^ {2}(\w+): (?:z|as|text)\b/gm), ([, name]) =>
      name!.toUpperCase(),
    )
    return declared.filter((name) => !listed.has(name))
  },
  keeps: [{ path: 'server/env.ts', text: '  port: z.optional(text),\n  smtp_url: z.optional(text),' }],
  breaks: [{ path: 'server/env.ts', text: '  port: z.optional(text),\n  colour: z.optional(text),' }],
}

export const documentRules = [links, names, settings]
