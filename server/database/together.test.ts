import { expect, test } from 'vitest'
import { makeTogether } from './together.ts'

/** People who ask again as soon as they are answered, and the sizes of what is sent for them. */
async function crowd(people: number, sendings: number): Promise<number[]> {
  const sizes: number[] = []
  const ask = makeTogether<number, number>(async (asked) => {
    sizes.push(asked.length)
    // While they are sent, those who were answered before come again.
    await new Promise((resolve) => void setImmediate(resolve))
    return [...asked]
  })
  const again = async (person: number) => {
    while (sizes.length < sendings) await ask(person)
  }
  await Promise.all(Array.from({ length: people }, (_, person) => again(person)))
  return sizes.slice(0, sendings)
}

test('of eight who ask again and again half are sent while the others are served, and never seven and one', async () => {
  const sizes = await crowd(8, 20)
  expect(sizes.slice(4)).toEqual(Array.from({ length: 16 }, () => 4))
})

test('the next are on their way before the last have come back, and no third', async () => {
  const under = new Set<() => void>()
  const sizes: number[] = []
  const ask = makeTogether<number, number>(async (asked) => {
    sizes.push(asked.length)
    await new Promise<void>((resolve) => under.add(resolve))
    return [...asked]
  })
  const answers = Array.from({ length: 8 }, (_, person) => ask(person))
  expect(sizes).toEqual([1, 1])
  const [first] = under
  first!()
  expect(await answers[0]).toBe(0)
  // Half of the eight, of whom one has been answered and one is still sent.
  expect(sizes).toEqual([1, 1, 4])
})

test('however many ask, no more than sixteen are sent together', async () => {
  expect(Math.max(...(await crowd(100, 20)))).toBe(16)
})

test('who asks alone is sent at once', async () => {
  expect(await crowd(1, 3)).toEqual([1, 1, 1])
})
