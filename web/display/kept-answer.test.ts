import { beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '../../test/memory-storage.ts'
import { keepAnswer, readKeptAnswer } from './kept-answer.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')
const said = (at = NOW) => ({ data: { title: '비밀 회의' }, refusal: null, at })

beforeEach(() => vi.stubGlobal('localStorage', makeStorage()))

test('what a wall knew is there after a restart', () => {
  keepAnswer('/api/display/rooms/1/', said())
  expect(readKeptAnswer('/api/display/rooms/1/')).toMatchObject(said())
  expect(readKeptAnswer('/api/display/rooms/2/')).toBeNull()
})

test('another build starts without, as it may read other shapes', () => {
  localStorage.setItem('wall:/api/display/rooms/1/', JSON.stringify({ ...said(), build: 'another' }))
  expect(readKeptAnswer('/api/display/rooms/1/')).toBeNull()
})

test('of a board that was looked at once, nothing stays for longer than a day', () => {
  keepAnswer('/api/display/rooms/1/', said())
  localStorage.setItem('signed_in', 'yes')
  keepAnswer('/api/display/rooms/2/', said(NOW + 23 * 3_600_000))
  expect(readKeptAnswer('/api/display/rooms/1/')).not.toBeNull()
  keepAnswer('/api/display/rooms/2/', said(NOW + 25 * 3_600_000))
  expect(readKeptAnswer('/api/display/rooms/1/')).toBeNull()
  expect(localStorage.getItem('signed_in')).toBe('yes')
})

test('a storage that refuses or holds nonsense is no failure', () => {
  localStorage.setItem('wall:a', '{')
  expect(readKeptAnswer('a')).toBeNull()
  vi.stubGlobal('localStorage', undefined)
  keepAnswer('a', said())
  expect(readKeptAnswer('a')).toBeNull()
})
