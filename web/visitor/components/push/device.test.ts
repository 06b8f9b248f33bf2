import { afterEach, expect, test, vi } from 'vitest'
import { readDevice, turnOn } from './device.ts'

vi.mock('../../../api/client.ts', () => ({ call: () => Promise.resolve({ public_key: 'key' }) }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 Chrome/125.0.0.0 Mobile'

test.each([
  ['a Mac', MAC, 0, 'not_supported'],
  ['an iPad, which calls itself a Mac', MAC, 5, 'needs_home_screen'],
  ['an iPhone', IPHONE, 5, 'needs_home_screen'],
  ['an Android browser', ANDROID, 5, 'not_supported'],
  ['KakaoTalk on an iPhone', `${IPHONE} KAKAOTALK 10.8.5`, 5, 'in_kakaotalk'],
  ['KakaoTalk on an Android phone', `${ANDROID} KAKAOTALK/25.4 (INAPP)`, 5, 'in_kakaotalk'],
])('%s without notifications gets advice of its own', async (_, userAgent, maxTouchPoints, kind) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(await readDevice()).toEqual({ kind })
})

test.each([
  ['on', '1'],
  ['off', null],
])('a subscription is %s if the service knows it as that of member %s', async (kind, member) => {
  const registration = { pushManager: { getSubscription: () => Promise.resolve({}) } }
  const serviceWorker = { getRegistration: () => Promise.resolve(registration) }
  vi.stubGlobal('navigator', { userAgent: ANDROID, serviceWorker })
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('localStorage', { getItem: () => member })
  expect(await readDevice()).toMatchObject({ kind })
})

test('notifications fail instead of waiting for a service worker that cannot be installed', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') })
  const serviceWorker = { register: () => Promise.resolve(), ready: new Promise(() => {}) }
  vi.stubGlobal('navigator', { serviceWorker })
  let end = 'none'
  const turning = turnOn('key', 1).catch(() => (end = 'failed'))
  await vi.advanceTimersByTimeAsync(19_000)
  expect(end).toBe('none')
  await vi.advanceTimersByTimeAsync(1_000)
  await turning
  expect(end).toBe('failed')
})
