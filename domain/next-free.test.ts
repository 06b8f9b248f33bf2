import { describe, expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { daysToSearch, nextFree } from './next-free.ts'

const DATE = '2026-11-20'
const at = (time: string) => instantOf(DATE, time)!
const NORMAL = { is_vip: false, is_vvip: false }
const VIP = { is_vip: true, is_vvip: false }

const slot = (time: string, isHeld = false) => ({
  time,
  is_locked: false,
  reservation: isHeld ? { status: 'PENDING' } : null,
})

describe('the dates to search for a free time', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
  test.each([
    ['the first day', '2026-11-20', '2026-11-20', ['20', '21', '22', '23']],
    ['a day between', '2026-11-22', '2026-11-20', ['22', '23', '20', '21']],
    ['the last day, on itself', '2026-11-23', '2026-11-23', ['23']],
    ['a day that is over, while others are ahead', '2026-11-20', '2026-11-22', ['20', '22', '23']],
    ['the last day, after the event', '2026-11-23', '2026-11-24', ['23']],
  ])('%s', (_, date, today, found) => {
    expect(daysToSearch(days, date, today)).toEqual(found.map((day) => `2026-11-${day}`))
    expect(daysToSearch(days.toReversed(), date, today)).toEqual(found.map((day) => `2026-11-${day}`))
  })

  test('contain only this one until the others are loaded', () => {
    expect(daysToSearch([], DATE, DATE)).toEqual([DATE])
  })
})

describe('the next free time of a day', () => {
  const lounge = { ...VIP, id: 1, slots: [slot('10:00')] }
  const first = { ...NORMAL, id: 2, slots: [slot('09:00'), slot('11:00', true), slot('12:00')] }
  const second = { ...NORMAL, id: 3, slots: [slot('10:30')] }
  const find = (places: (typeof first)[], wanted: number, member: typeof VIP, time = '10:00') => {
    const found = nextFree(places, wanted, member, DATE, at(time))
    return found && [found.place.id, found.slot.time]
  }

  test.each([
    ['is that of the wanted one, though another is sooner', first.id, NORMAL, '10:00', [2, '12:00']],
    ['is none where all are past, or above the tier', first.id, NORMAL, '12:00', undefined],
    ['is that of the wanted one for a member of a tier too', first.id, VIP, '09:59', [2, '12:00']],
    ['never lies above the tier, not even in the wanted one', lounge.id, NORMAL, '09:00', [2, '12:00']],
    ['may be of a tier that the member has', lounge.id, VIP, '09:00', [1, '10:00']],
  ])('%s', (_, wanted, member, time, found) => {
    expect(find([lounge, first, second], wanted, member, time)).toEqual(found)
  })

  test('belongs to another docent or room if the wanted one has none', () => {
    expect(find([{ ...first, slots: [] }, second], first.id, NORMAL)).toEqual([3, '10:30'])
    expect(find([lounge, { ...first, slots: [slot('11:00', true)] }], first.id, NORMAL)).toBeUndefined()
  })

  test('belongs to the first place if the wanted one is absent that day', () => {
    expect(find([first, second], 99, NORMAL)).toEqual([2, '12:00'])
  })
})
