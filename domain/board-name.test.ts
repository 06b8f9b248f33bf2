import { expect, test } from 'vitest'
import { boardName } from './board-name.ts'

test.each([
  ['김도윤', '김도윤', '김**', ''],
  ['이', '이', '이', ''],
  ['Ana Ruiz', 'Ana Ruiz', 'A*******', ''],
  ['👩‍🚀비행사', '👩‍🚀비행사', '👩‍🚀***', ''],
  ['각'.normalize('NFD') + '자', '각'.normalize('NFD') + '자', '각'.normalize('NFD') + '*', ''],
])('%j: in full %j, masked %j, hidden %j', (name, full, masked, hidden) => {
  expect(boardName(name, 'full')).toBe(full)
  expect(boardName(name, 'masked')).toBe(masked)
  expect(boardName(name, 'hidden')).toBe(hidden)
})
