import { setTimeout } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'

export type Numbers = Readonly<Record<string, number>>
type Reading = number | Numbers | undefined

export type MakeGauge = ReturnType<typeof gaugesIn>

/** Read at each scrape, and absent while undefined. With a `label` it reads a number for each of its values. */
export const gaugesIn =
  (register: Registry, Kind: typeof Gauge | typeof Counter = Gauge) =>
  (name: string, help: string, read: () => Reading | Promise<Reading>, label = '') => {
    const made: Gauge | Counter = new Kind({
      name,
      help,
      labelNames: label === '' ? [] : [label],
      registers: [register],
      async collect() {
        const reading = await read()
        made.reset()
        // Without a value prom-client would report 0.
        if (reading === undefined) made.remove({})
        else if (typeof reading === 'number') made.inc(reading)
        else for (const [value, number] of Object.entries(reading)) made.inc({ [label]: value }, number)
      },
    })
  }

const ANSWER_MS = 500

/** A scrape does not wait for the database, and a hung query uses only one connection. */
export function inTime<Value>(ask: () => Promise<Value>): () => Promise<Value | undefined> {
  let asking: Promise<Value | undefined> | undefined
  return () => {
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => (asking = undefined))
    return Promise.race([asking, setTimeout(ANSWER_MS, undefined, { ref: false })])
  }
}
