import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../../test/backup.ts'
import { claimRehearsal } from './rehearsal-claim.ts'

afterAll(removeFolders)

test('a rehearsal that is refused leaves the copy of a killed one to the next', () => {
  const dataDir = makeFolder()
  const [left, taken] = [join(dataDir, 'rehearsal'), join(dataDir, 'taken')]
  for (const folder of [left, taken]) mkdirSync(folder)
  const killed = { pid: spawnSync('true').pid, folder: left, keep: false }
  writeFileSync(join(dataDir, 'rehearsal.json'), JSON.stringify(killed))
  expect(() => claimRehearsal(dataDir, taken, false)).toThrow('taken already exists')
  expect(claimRehearsal(dataDir, left, false).left_behind).toBe(left)
})
