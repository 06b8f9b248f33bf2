import { expect, test } from 'vitest'
import { isPushEndpoint } from './endpoint.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user:secret@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest', false],
  ['http://localhost:5432/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('a browser may have its pushes sent to %s: %s', (address, may) => {
  expect(isPushEndpoint(address)).toBe(may)
})

test('an origin that the operator has named is allowed, and no other one', () => {
  const others = ['http://127.0.0.1:9000']
  expect(isPushEndpoint('http://127.0.0.1:9000/send/1', others)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:9001/send/1', others)).toBe(false)
  expect(isPushEndpoint('http://a:b@127.0.0.1:9000/send/1', others)).toBe(false)
})
