import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  adminToast,
  closeToast,
  currentToasts,
  dismissToast,
  pauseToasts,
  resumeToasts,
  visitorToast,
} from './toast.ts'

const dismissAll = () => currentToasts().forEach(({ id }) => dismissToast(id))

beforeEach(() => {
  // Tests of other files leave some.
  dismissAll()
  vi.useFakeTimers()
})
afterEach(() => {
  dismissAll()
  vi.useRealTimers()
})

const texts = () => currentToasts().map(({ text }) => text)

test.each([
  ['a visitor success', visitorToast.success, 5_000],
  ['an administrator success', adminToast.success, 2_000],
  ['an administrator error', adminToast.error, 4_000],
])('%s stays %#', (_, show, lasts) => {
  show('저장되었습니다.')
  vi.advanceTimersByTime(lasts - 1)
  expect(texts()).toEqual(['저장되었습니다.'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('while pointed at they stay, and afterwards for what was left', () => {
  adminToast.success('저장되었습니다.')
  vi.advanceTimersByTime(500)
  pauseToasts()
  vi.advanceTimersByTime(60_000)
  expect(texts()).toHaveLength(1)
  resumeToasts()
  vi.advanceTimersByTime(1_499)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('closing one by keyboard lets the others go; under a mouse they stay', () => {
  for (const text of ['저장되었습니다.', '복사되었습니다.', '보냈습니다.']) adminToast.success(text)
  pauseToasts()
  closeToast(currentToasts()[0].id, false)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toHaveLength(2)
  closeToast(currentToasts()[0].id, true)
  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual([])
})

test('the same words twice are one message whose time begins anew', () => {
  adminToast.error('실패했습니다.')
  vi.advanceTimersByTime(3_000)
  adminToast.error('실패했습니다.')
  vi.advanceTimersByTime(3_000)
  expect(texts()).toEqual(['실패했습니다.'])
})

test('a message may offer what to do next, and can be taken away before its time', () => {
  const pressed = vi.fn<() => void>()
  const id = visitorToast.success('종료되었습니다.', { label: '피드백 작성', onPress: pressed })
  expect(currentToasts()).toMatchObject([{ text: '종료되었습니다.', action: { label: '피드백 작성' } }])
  currentToasts()[0]?.action?.onPress()
  expect(pressed).toHaveBeenCalledOnce()
  dismissToast(id)
  expect(texts()).toEqual([])
})

test('there are at most 20; the oldest goes first', () => {
  for (let i = 1; i <= 21; i += 1) adminToast.error(`실패 ${i}`)
  expect(texts()).toHaveLength(20)
  expect(texts()[0]).toBe('실패 2')
})
