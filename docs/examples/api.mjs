// Calls Fairslot with an API token. The examples share it.
import { setTimeout as sleep } from 'node:timers/promises'

const { FAIRSLOT_URL, FAIRSLOT_TOKEN } = process.env
if (!FAIRSLOT_URL || !FAIRSLOT_TOKEN)
  throw new Error('Set FAIRSLOT_URL (https://stand.example.com) and FAIRSLOT_TOKEN (fsl_...).')

/** A refusal with its code, such as `already_arrived`. */
export class Refused extends Error {
  constructor({ code, message }) {
    super(message)
    this.code = code
  }
}

/** The answer of one call. A busy service says when to come again. */
export async function call(method, path, body) {
  const response = await fetch(new URL(path, FAIRSLOT_URL), {
    method,
    headers: {
      authorization: `Bearer ${FAIRSLOT_TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  const { status, headers } = response
  if (status !== 429 && status !== 503) throw new Refused(await response.json())
  await response.body?.cancel()
  await sleep(1000 * Number(headers.get('retry-after') ?? 5))
  return call(method, path, body)
}
