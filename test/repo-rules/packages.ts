import { matchesOf, type Rule } from './rule.ts'

const lockfileHosts: Rule = {
  law: 'package-lock.json names no registry',
  instead:
    'Run npm install with --omit-lockfile-registry-resolved: everyone installs from the registry they have, and the integrity hashes stay.',
  find: ({ path, text }) =>
    path === 'package-lock.json'
      ? matchesOf(text, /"resolved"\s*:\s*"(https?|git[+\w]*):[^"]*"|"https?:\/\/registry[^"]*"/g)
      : [],
  keeps: [
    {
      path: 'package-lock.json',
      text: '{ "version": "1.0.0", "integrity": "sha512-x", "funding": { "url": "https://opencollective.com/x" } }',
    },
  ],
  breaks: [
    { path: 'package-lock.json', text: '{ "resolved": "https://registry.example.com/a/-/a-1.0.0.tgz" }' },
    { path: 'package-lock.json', text: '{ "resolved": "git+ssh://git@example.com/a.git#0" }' },
  ],
}

export const packageRules = [lockfileHosts]
