import { getDashboard } from '../../../contract/admin/dashboard.ts'
import { docentToBeTold, listDocentsAsAdmin } from '../../../contract/admin/docents.ts'
import { countEventDates, listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listRoomsAsAdmin, roomToBeTold } from '../../../contract/admin/rooms.ts'
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
