// Keeps some megabytes in use, replaces them again and again, and prints how much the heap held at its most.
import { getHeapStatistics } from 'node:v8'
import { boundGarbage, collectGarbage } from '../../server/heap.ts'

const KEPT = 400_000
const ROUNDS = 6

if (process.argv[2] === 'bounded') {
  boundGarbage()
  collectGarbage()
}
const kept: object[] = []
let most = 0
for (let n = 0; n < KEPT * ROUNDS; n += 1) {
  kept[n % KEPT] = { n, text: `number ${n}`, list: [n] }
  if (n % 1_000 === 0) most = Math.max(most, getHeapStatistics().total_heap_size)
}
console.log(most)
