import { expect, test } from 'vitest'
import { fileNameOf } from './download.ts'

test.each([
  [
    `attachment; filename="_2026-11-20.xlsx"; filename*=UTF-8''%ED%9A%8C%EC%9B%90%EB%AA%A9%EB%A1%9D_2026-11-20.xlsx`,
    '회원목록_2026-11-20.xlsx',
  ],
  ['attachment; filename="members.xlsx"', 'members.xlsx'],
  ['attachment', ''],
])('a file is saved under the name that the service gives: %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
