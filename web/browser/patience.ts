/** Not `AbortSignal.timeout`, which old walls lack. */
export function patienceOf(ms: number): AbortController {
  const patience = new AbortController()
  setTimeout(() => patience.abort(), ms)
  return patience
}
