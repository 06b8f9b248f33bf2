import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { readFileSync } from 'node:fs'

export type Child = {
  /** The next message that it sends by itself. */
  next<Message>(): Promise<Message>
  ask<Answer>(order: object): Promise<Answer>
  end(): Promise<void>
}

/** Starts a program of this folder in a process of its own. It answers one order at a time. */
export function startChild(file: string): Child {
  const child = fork(new URL(file, import.meta.url), { serialization: 'advanced' })
  const messages = on(child, 'message', { close: ['exit'] })
  const next = async <Message>() => {
    const { done, value } = (await messages.next()) as IteratorResult<[Message], undefined>
    if (done) throw new Error(`${file} has ended`)
    return value[0]
  }
  return {
    next,
    ask<Answer>(order: object) {
      child.send(order)
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

/** The resident memory of a process now and at its most, in MB. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
