import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FOR_NODE } from '../server-process.ts'

const CHURN = join(import.meta.dirname, 'garbage-process.ts')
/** As much as there is by default on a computer with much memory. */
const MUCH = '--max-old-space-size=4096'

/** How much the heap of a process held at its most while it made garbage. */
async function mostOf(...args: string[]): Promise<number> {
  const env = { ...process.env, ...FOR_NODE }
  const { stdout } = await promisify(execFile)(process.execPath, [MUCH, CHURN, ...args], { env })
  return Number(stdout)
}

test('garbage is collected before it is much more than what is in use', async () => {
  const [bounded, unbounded] = [await mostOf('bounded'), await mostOf()]
  expect(bounded).toBeLessThan(0.7 * unbounded)
})
