import { expect, test } from 'vitest'
import { addressOfView, viewOf, type ListView } from './list-view.ts'

test.each<[ListView, string]>([
  [{ tab: 'tours', counter: 'total' }, '/reservations?tab=tours'],
  [{ tab: 'meetings', counter: 'total' }, '/reservations?tab=meetings'],
  [{ tab: 'tours', counter: 'pending' }, '/reservations?tab=tours&status=pending'],
  [{ tab: 'meetings', counter: 'cancelled' }, '/reservations?tab=meetings&status=cancelled'],
])('%j has its address and is read from it', (view, address) => {
  expect(addressOfView(view)).toBe(address)
  expect(viewOf(new URL(address, 'http://localhost').search)).toEqual(view)
})

test.each(['?tab=rooms&status=gone', '?status=', '?x'])(
  '%s, which nobody made, shows all tours',
  (search) => {
    expect(viewOf(search)).toEqual({ tab: 'tours', counter: 'total' })
  },
)
