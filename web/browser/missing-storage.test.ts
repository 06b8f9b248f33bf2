import { afterEach, expect, test, vi } from 'vitest'
import { deleteKeys, readStored } from './session-storage.ts'
import { goWithout } from './missing-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('what replaces a missing storage on a wall keeps, lists and deletes like one', () => {
  vi.stubGlobal('localStorage', null)
  vi.stubGlobal('sessionStorage', null)
  expect(goWithout('wall')).toBe(true)
  expect(localStorage.getItem('wall:1')).toBeNull()
  localStorage.setItem('wall:1', '{"at":1}')
  localStorage.setItem('screen:1', '2')
  expect(Object.keys(localStorage)).toEqual(['wall:1', 'screen:1'])
  expect(readStored('wall:1', 'localStorage')).toEqual({ at: 1 })
  deleteKeys(localStorage, /^wall:/)
  expect(Object.keys(localStorage)).toEqual(['screen:1'])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a wall whose storage is full still knows what was stored before', () => {
  vi.stubGlobal('localStorage', { 'screen:1': '2' })
  vi.stubGlobal('sessionStorage', {})
  expect(goWithout('wall')).toBe(true)
  localStorage.setItem('wall:1', '3')
  expect(Object.entries(localStorage)).toEqual([
    ['screen:1', '2'],
    ['wall:1', '3'],
  ])
})
