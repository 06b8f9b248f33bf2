// Answers are read by our own pages alone: nothing inline or from elsewhere runs, nothing is framed, and each is only what
// its type says.
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

/** The headers of every answer; `https` where the service is reached by HTTPS. */
export const securityHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...ALWAYS,
  // Sent over plain HTTP, it would make the page unreachable in a hall's own network.
  ...(https && { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }),
})
