import { availableParallelism, cpus, loadavg } from 'node:os'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const SPIN_MS = 400
// Less of a core than this, and somebody else has the rest.
const QUIET = 0.97

const SPIN = `
  const { parentPort } = require('node:worker_threads')
  const before = process.threadCpuUsage()
  const began = performance.now()
  while (performance.now() - began < ${SPIN_MS});
  const { user, system } = process.threadCpuUsage(before)
  parentPort.postMessage((user + system) / 1000 / (performance.now() - began))`

export type Machine = { cores: number; model: string; load: number[]; spin: number; isQuiet: boolean }

/** How idle the machine is: its load, and how much of its core the worst placed of as many busy threads gets. */
export async function lookAtMachine(): Promise<Machine> {
  const load = loadavg().map((each) => Number(each.toFixed(2)))
  const cores = availableParallelism()
  const shares = await Promise.all(
    Array.from({ length: cores }, async () => {
      const [share] = (await once(new Worker(SPIN, { eval: true }), 'message')) as [number]
      return share
    }),
  )
  const spin = Number(Math.min(...shares).toFixed(2))
  return { cores, model: cpus()[0]?.model ?? '', load, spin, isQuiet: spin >= QUIET }
}

export function describeMachine({ cores, model, load, spin, isQuiet }: Machine): string {
  const line = `${cores} cores (${model}), load average ${load.join(' ')}; of ${cores} busy threads the worst had ${Math.round(spin * 100)}% of a core`
  return isQuiet
    ? line
    : `${line}\nNot quiet: rates mean nothing by themselves, and ratios less than they could.`
}
