import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '../../../test/memory-storage.ts'
import { forgetAdmin, noteAdmin } from './use-may.ts'

beforeEach(() => void vi.stubGlobal('sessionStorage', makeStorage()))
afterEach(() => void vi.unstubAllGlobals())

const type = () => sessionStorage.setItem('draft:message', '{"text":"내일 안내"}')
const isKept = () => sessionStorage.getItem('draft:message') !== null

test('what was typed before it is known who is signed in stays', () => {
  type()
  noteAdmin(1)
  expect(isKept()).toBe(true)
})

test('after a new login it stays for the same administrator alone', () => {
  noteAdmin(1)
  type()
  forgetAdmin()
  noteAdmin(1)
  expect(isKept()).toBe(true)
  forgetAdmin()
  noteAdmin(2)
  expect(isKept()).toBe(false)
})
