import { setTimeout } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'

export type Numbers = Readonly<Record<string, number>>
type Reading = number | Numbers | undefined

/** Read at each scrape, and absent while undefined. With a `label` it reads a number for each of its values. */
export function gauge(
  register: Registry,
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  label = '',
) {
  const made: Gauge = new Gauge({
    name,
    help,
    labelNames: label === '' ? [] : [label],
    registers: [register],
    async collect() {
      const reading = await read()
      made.reset()
      // Without a value prom-client would report 0.
      if (reading === undefined) made.remove({})
      else if (typeof reading === 'number') made.set(reading)
      else for (const [value, number] of Object.entries(reading)) made.set({ [label]: value }, number)
    },
  })
}

export function countAtScrape(
  register: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Numbers,
) {
  const made: Counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [register],
    collect() {
      made.reset()
      for (const [value, number] of Object.entries(read())) made.inc({ [label]: value }, number)
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
