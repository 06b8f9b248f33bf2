import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '../../test/memory-storage.ts'
import { startKeeping } from '../shell/keep-worker.ts'
import { keepAnswer, readKeptAnswer } from './kept-answer.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')
const said = () => ({ data: { title: '비밀 회의' }, refusal: null, at: NOW })

beforeEach(() => vi.stubGlobal('localStorage', makeStorage()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a wall knew is there after a restart', () => {
  keepAnswer('/api/display/rooms/1/', said())
  expect(readKeptAnswer('/api/display/rooms/1/')).toMatchObject(said())
  expect(readKeptAnswer('/api/display/rooms/2/')).toBeNull()
})

test('another build starts without, as it may read other shapes', () => {
  localStorage.setItem('wall:/api/display/rooms/1/', JSON.stringify({ ...said(), build: 'another' }))
  expect(readKeptAnswer('/api/display/rooms/1/')).toBeNull()
})

test('of a board that was looked at once, nothing stays for longer than a day on a device that opens any screen', async () => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('addEventListener', () => {})
  keepAnswer('/api/display/rooms/1/', said())
  localStorage.setItem('wall:broken', '{')
  localStorage.setItem('signed_in', 'yes')
  startKeeping()
  await vi.advanceTimersByTimeAsync(23 * 3_600_000)
  expect(Object.keys(localStorage)).toEqual(['wall:/api/display/rooms/1/', 'signed_in'])
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(Object.keys(localStorage)).toEqual(['signed_in'])
})

test('a storage that refuses or holds nonsense is no failure', () => {
  localStorage.setItem('wall:a', '{')
  expect(readKeptAnswer('a')).toBeNull()
  vi.stubGlobal('localStorage', undefined)
  keepAnswer('a', said())
  expect(readKeptAnswer('a')).toBeNull()
})
