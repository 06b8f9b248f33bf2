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

const ownNode: Rule = {
  law: "the project's own Node is found by scripts/node alone",
  instead: 'Run scripts/node. npm below 11.6 links no packaged Node into node_modules/.bin.',
  find: ({ text }) => matchesOf(text, /\.bin\/node\b/g),
  keeps: [
    { path: 'deploy/fairslot@.service', text: 'ExecStart=/opt/fairslot/scripts/node server/main.ts' },
    { path: 'scripts/run.mjs', text: `join(root, 'node_modules/.bin')` },
  ],
  breaks: [
    { path: 'Containerfile', text: 'CMD ["node_modules/.bin/node", "server/main.ts"]' },
    { path: 'docs/performance.md', text: 'node_modules/.bin/node bench/bench.ts' },
  ],
}

export const packageRules = [lockfileHosts, ownNode]
