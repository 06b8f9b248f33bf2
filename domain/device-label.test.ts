import { expect, test } from 'vitest'
import { deviceLabel } from './device-label.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/126.0.2592.68`, 'Edge · Windows'],
  [`Mozilla/5.0 (Linux; Android 14; SM-S928N) SamsungBrowser/25.0 ${CHROME}`, 'Samsung Internet · Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1', 'Safari · iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Firefox/127.0', 'Firefox · Mac'],
  ['curl/8.5.0', '기타 기기'],
  [undefined, '기타 기기'],
])('%s is shown as %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label)
})
