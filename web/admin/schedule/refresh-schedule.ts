import { getDashboard } from '../../../contract/dashboard.ts'
import { listDocentsAsAdmin } from '../../../contract/docent-administration.ts'
import { listEventDatesAsAdmin } from '../../../contract/event-date-administration.ts'
import { listRoomsAsAdmin } from '../../../contract/room-administration.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/slot-administration.ts'
import { refresh } from '../../query.ts'

/** Asks anew for everything that a change to the schedule may have changed. */
export const refreshSchedule = (): Promise<void> =>
  refresh(
    listEventDatesAsAdmin,
    listDocentsAsAdmin,
    listRoomsAsAdmin,
    listTourSlots,
    listRoomSlots,
    getDashboard,
  )
