import { expect, test, vi } from 'vitest'
import { boardName, boardTitle } from './board-name.ts'

test.each([
  ['김도윤', '김도윤', '김**', ''],
  ['이', '이', '이**', ''],
  ['Ana Ruiz', 'Ana Ruiz', 'A**', ''],
  ['👩‍🚀비행사', '👩‍🚀비행사', '👩‍🚀**', ''],
  ['각'.normalize('NFD') + '자', '각'.normalize('NFD') + '자', '각'.normalize('NFD') + '**', ''],
])('%j: in full %j, masked %j, hidden %j', (name, full, masked, hidden) => {
  expect(boardName(name, 'full')).toBe(full)
  expect(boardName(name, 'masked')).toBe(masked)
  expect(boardName(name, 'hidden')).toBe(hidden)
})

test('old browsers mask these names in the same way', async () => {
  vi.resetModules()
  vi.stubGlobal('Intl', {})
  const older = await import('./board-name.ts')
  expect(older.boardName('박지민', 'masked')).toBe('박**')
  expect(older.boardName('Carlos Ruiz', 'masked')).toBe('C**')
  vi.unstubAllGlobals()
})

test('a board shows the whole title or none', () => {
  expect(boardTitle('신제품 공급 협의', 'shown')).toBe('신제품 공급 협의')
  expect(boardTitle('신제품 공급 협의', 'hidden')).toBe('')
})
