import { isTest, type Rule, type SourceFile } from './rule.ts'

const namesIn = ({ path, text }: SourceFile) =>
  path.startsWith('contract/')
    ? text.split(/^(?=export const )/m).filter((part) => part.includes('  confirmed: true,'))
    : []

export const confirmedRule: Rule = {
  law: 'a screen that makes a call which needs the password asks for it',
  instead: 'Write confirmed(() => call(…)), of web/admin/components/with-toast.ts.',
  find: ({ path, text }, _paths, files) => {
    if (!path.startsWith('web/') || isTest(path)) return []
    const names = files.flatMap(namesIn).map((part) => /^export const (\w+)/.exec(part)![1]!)
    return [...text.matchAll(/(.{20})\b(?:call|callWithRetry|download)\(\s*(\w+)/gs)]
      .filter(([, before, name]) => names.includes(name!) && !/confirmed\(\s*\(\) =>\s*$/.test(before!))
      .map(([found]) => found.trim())
  },
  keeps: [
    { path: 'web/admin/a.ts', text: 'const made = await confirmed(() => call(addApiToken, { body }))' },
    { path: 'web/admin/a.ts', text: '  const answer = await call(addEventDate, { body })' },
  ],
  breaks: [{ path: 'web/admin/a.ts', text: '  const { secret } = await call(addApiToken, { body })' }],
}
