// Nothing inline, nothing from other origins, no frames, no content sniffing.
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

const ALWAYS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

export const securityHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...ALWAYS,
  // Over plain HTTP it would block the page in a network without HTTPS.
  ...(https && { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }),
})
