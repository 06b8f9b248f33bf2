import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { listRoomSlots } from '../../../contract/admin/slots.ts'
import { queryClient } from '../../api/reads/use-read.ts'
import { refreshReservations } from './reservation-cache.ts'

test('a time that somebody now has is not taken away before they are shown at it', async () => {
  const came: string[] = []
  let answer = () => {}
  const shown = (name: string, path: string, waits: boolean) => {
    const queryFn = () =>
      new Promise<string>((resolve) => {
        const give = () => (came.push(name), resolve(name))
        if (waits) answer = give
        else give()
      })
    const options = { queryKey: [path, {}], queryFn, initialData: 'before', staleTime: Infinity }
    return new QueryObserver(queryClient, options).subscribe(() => {})
  }
  const leave = [
    shown('reservations', listReservations.path, true),
    shown('times', listRoomSlots.path, false),
  ]
  const first = refreshReservations()
  // A change is heard of while the first look is under way, which it then takes the place of.
  const second = refreshReservations()
  await new Promise(setImmediate)
  expect(came).toEqual([])
  answer()
  await Promise.all([first, second])
  expect(came[0]).toBe('reservations')
  expect(came).toContain('times')
  for (const each of leave) each()
  queryClient.clear()
})
