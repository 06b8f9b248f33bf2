import { getDashboard } from '../../../contract/admin/dashboard.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { docentToBeTold, roomToBeTold } from '../../../contract/admin/places.ts'
import { countEventDates, listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listRoomSlots, listSlotTimes, listTourSlots } from '../../../contract/admin/slots.ts'
import { refresh } from '../../api/reads/use-read.ts'

export const refreshSchedule = (): Promise<void> =>
  refresh(
    listEventDatesAsAdmin,
    countEventDates,
    listDocentsAsAdmin,
    listRoomsAsAdmin,
    listSlotTimes,
    listTourSlots,
    listRoomSlots,
    docentToBeTold,
    roomToBeTold,
    getDashboard,
  )
