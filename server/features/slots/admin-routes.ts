import type { FastifyInstance } from 'fastify'
import {
  addRoomSlots,
  addTourSlot,
  addTourSlots,
  listRoomSlots,
  listSlotTimes,
  listTourSlots,
  lockFilteredSlots,
  lockRoomSlots,
  lockTourSlots,
} from '../../../contract/admin/slots.ts'
import {
  deleteChosenRoomSlots,
  deleteChosenTourSlots,
  deleteRoomSlot,
  deleteRoomSlots,
  deleteTourSlot,
  deleteTourSlots,
  roomSlotsImpact,
  tourSlotsImpact,
} from '../../../contract/admin/slot-deletions.ts'
import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { addSingleSlot, addSlots, checkFilter, deleteSlotsAlone, lockSlots } from './commands.ts'
import { readDay, type EventDay } from '../schedule/queries.ts'
import {
  findImpact,
  findSlotTimes,
  listAll,
  roomSlotsAsAdmin,
  tourSlotsAsAdmin,
  type SlotsWanted,
} from './queries.ts'

const only = <T>(value: T | null | undefined): T[] | undefined => (value == null ? undefined : [value])

type Narrowed = { ids?: number[] | undefined; date?: string | null | undefined }

const tours = ({ ids, docent_id, date }: Narrowed & { docent_id?: number | null | undefined }) =>
  ({ kind: 'VIP_TOUR', ids, docent_ids: only(docent_id), dates: only(date) }) satisfies SlotsWanted

const rooms = ({ ids, room_id, date }: Narrowed & { room_id?: number | null | undefined }) =>
  ({ kind: 'GROUP_MEETING', ids, room_ids: only(room_id), dates: only(date) }) satisfies SlotsWanted

const added = (outcome: { created: number; skipped: number }) => ({
  message: `가용 시간 ${outcome.created}개가 추가되었습니다.`,
  ...outcome,
})

type Locking = {
  context: CommandContext
  now: Instant
  body: { action: 'lock' | 'unlock' }
}

async function lock({ context, now, body: { action } }: Locking, wanted: SlotsWanted) {
  const updated = await lockSlots(context, wanted, action, now)
  const message = `가용 시간 ${updated}개가 ${action === 'lock' ? '잠겼습니다' : '잠금 해제되었습니다'}.`
  return { message, updated }
}

type Deleting = {
  context: CommandContext
  admin: SignedInAdmin
  now: Instant
  body: DeletionTerms | undefined
}

async function deleteAll({ context, admin, now, body }: Deleting, wanted: SlotsWanted) {
  const deleted = await deleteSlotsAlone(context, { wanted, terms: body }, admin, now)
  return { message: `가용 시간 ${deleted}개가 삭제되었습니다.`, deleted }
}

async function deleteOne({ context, admin, now, body }: Deleting, wanted: SlotsWanted) {
  const deleted = await deleteSlotsAlone(context, { wanted, terms: body }, admin, now)
  if (deleted === 0) throw new AppError('not_found')
  return { message: '가용 시간이 삭제되었습니다.', deleted }
}

export function slotAdminRoutes(app: FastifyInstance) {
  tourSlotRoutes(app)
  roomSlotRoutes(app)
  route(app, listSlotTimes, ({ query: { kind }, now }) =>
    app.snapshots.serialized({ topic: 'bookings', key: `slot times ${kind}` }, now, () =>
      findSlotTimes(app.db, kind),
    ),
  )
  route(app, lockFilteredSlots, async (by) => {
    await checkFilter(by.context, by.body)
    const { type, resource_id, date } = by.body
    const wanted =
      type === 'tour' ? tours({ docent_id: resource_id, date }) : rooms({ room_id: resource_id, date })
    return lock(by, wanted)
  })
}

type Listed = { place_id: number | undefined; date: string | undefined }

async function listOn<Slot>(
  app: FastifyInstance,
  { place_id, date }: Listed,
  now: Instant,
  list: (day: EventDay, place_id?: number) => Slot[],
) {
  if (date === undefined) return listAll(app.db, (day) => list(day, place_id))
  const day = await readDay(app, date, now)
  return day ? list(day, place_id) : []
}

function tourSlotRoutes(app: FastifyInstance) {
  route(app, listTourSlots, async ({ query: { docent_id, date }, now }) =>
    listOn(app, { place_id: docent_id, date }, now, tourSlotsAsAdmin),
  )
  route(app, tourSlotsImpact, ({ query, now }) => findImpact(app.db, tours(query), now))
  route(app, addTourSlots, async ({ body: { docent_id, ...plan }, context }) =>
    added(await addSlots(context, { docent_id }, plan)),
  )
  route(app, addTourSlot, async ({ body, context }) => ({
    message: '가용 시간이 추가되었습니다.',
    slot: await addSingleSlot(context, body),
  }))
  route(app, lockTourSlots, (by) => lock(by, tours({ ids: by.body.time_slot_ids })))
  route(app, deleteTourSlot, ({ params, ...by }) => deleteOne(by, tours({ ids: [params.id] })))
  route(app, deleteChosenTourSlots, (by) => deleteAll(by, tours({ ids: by.body.time_slot_ids })))
  route(app, deleteTourSlots, ({ query, ...by }) => deleteAll(by, tours(query)))
}

function roomSlotRoutes(app: FastifyInstance) {
  route(app, listRoomSlots, async ({ query: { room_id, date }, now }) =>
    listOn(app, { place_id: room_id, date }, now, roomSlotsAsAdmin),
  )
  route(app, roomSlotsImpact, ({ query, now }) => findImpact(app.db, rooms(query), now))
  route(app, addRoomSlots, async ({ body: { room_id, ...plan }, context }) =>
    added(await addSlots(context, { room_id }, plan)),
  )
  route(app, lockRoomSlots, (by) => lock(by, rooms({ ids: by.body.time_slot_ids })))
  route(app, deleteRoomSlot, ({ params, ...by }) => deleteOne(by, rooms({ ids: [params.id] })))
  route(app, deleteChosenRoomSlots, (by) => deleteAll(by, rooms({ ids: by.body.time_slot_ids })))
  route(app, deleteRoomSlots, ({ query, ...by }) => deleteAll(by, rooms(query)))
}
