import { expect, test } from 'vitest'
import { earlierOf, hasSeen } from './transaction.ts'

test('what was read at two moments has seen what was committed at both', () => {
  const moments = ['7:7:', '5:9:5,7', '9:12:10', '10:10:', '8:15:8,11,14']
  const transactions = Array.from({ length: 16 }, (_, id) => String(id))
  for (const one of moments)
    for (const other of moments)
      for (const id of transactions)
        expect([one, other, id, hasSeen(earlierOf(one, other), id)]).toEqual([
          one,
          other,
          id,
          hasSeen(one, id) && hasSeen(other, id),
        ])
})
