import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export type Child = {
  pid: number
  /** Its next message, of those that come by themselves. */
  next<Message>(): Promise<Message>
  ask<Answer>(order: unknown): Promise<Answer>
  end(): Promise<void>
}

/** Starts a program of this folder in a process of its own, which answers one order at a time. */
export function startChild(file: string, ...args: string[]): Child {
  const child = fork(new URL(file, import.meta.url), args, { serialization: 'advanced' })
  const messages = on(child, 'message', { close: ['exit'] })
  const next = async <Message>() => {
    const { done, value } = (await messages.next()) as IteratorResult<[Message], undefined>
    if (done) throw new Error(`${file} has ended`)
    return value[0]
  }
  return {
    pid: child.pid!,
    next,
    ask<Answer>(order: unknown) {
      child.send(order as object)
      return next<Answer>()
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

/** The milliseconds of processor time that a process has had; NaN where the system does not tell. */
export function cpuOf(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    const ran = (task: string) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    return tasks.reduce((sum, task) => sum + ran(task), 0) / 1e6
  } catch {
    return NaN
  }
}

// The unit of /proc/PID/stat on every Linux.
const TICK_MS = 10

/** The same of a process and all its children, those that have ended too; in steps of ten milliseconds. */
export function cpuOfFamily(pid: number): number {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return all.reduce((sum, each) => sum + ticksOf(Number(each), pid), 0) * TICK_MS
  } catch {
    return NaN
  }
}

function ticksOf(pid: number, parent: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may have spaces. Then: state, parent, ..., times of its own and of children that have ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own, ended] = [
      [11, 12],
      [13, 14],
    ].map((places) => places.reduce((sum, at) => sum + Number(fields[at]), 0))
    if (pid === parent) return own! + ended!
    return Number(fields[1]) === parent ? own! : 0
  } catch {
    // It has ended since the folder was read.
    return 0
  }
}

/** The memory of a process that is resident now, and at its most, in MB. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
