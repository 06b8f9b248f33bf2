import type { Endpoint } from '../../../contract/endpoint.ts'
import { mapParts, type JsonSchema } from './json-schema.ts'

/** Where the rules below give no good name: each with one of the places of its schema. */
export const NAMES: Readonly<Record<string, string>> = {
  AdminAnswer: 'postAdminAdmins',
  ApiScope: 'getAdminApiTokens[].scopes[]',
  Applicant: 'postUserReserveTour.reservation.user',
  ArrivalAnswer: 'postAdminReservationsByIdArrival',
  AuditEntry: 'getAdminAudit.results[]',
  AuditPage: 'getAdminAudit',
  BoardState: 'getDisplayRooms[].board',
  BulkCreated: 'postAdminEventDatesBulk',
  BulkDecision: 'postAdminReservationsBulkAction',
  Confirmation: 'postUserLogout',
  ConfirmedName: 'deleteAdminWebhooksById',
  DayArrivals: 'getAdminNumbers.arrivals[]',
  DayReport: 'getPublicDaySheetsByToken.report',
  DaySheetEntry: 'getPublicDaySheetsByToken.sheet.VIP_TOUR.entries[]',
  DecisionTime: 'getAdminClosingReport.decisions.tours',
  Deletion: 'deleteAdminUsers',
  DeletionRequest: 'deleteAdminUsersById.body',
  DocentAnswer: 'postAdminDocents',
  ExpectedDate: 'postAdminReservationsByIdMove.body.GROUP_MEETING.expected.event_date',
  ExpectedPlace: 'postAdminReservationsByIdMove.body.VIP_TOUR.expected.available_tour.docent',
  ExpectedVisitor: 'patchAdminReservationsByIdVisitor.body.VIP_TOUR.expected',
  Fill: 'getAdminNumbers.fill.hours[].tours',
  HourFill: 'getAdminNumbers.fill.hours[]',
  Image: 'getPublicInfo.face.logo',
  Impact: 'getAdminUsersImpact',
  KeptOfSample: 'getAdminGoLive.kept',
  LinkToken: 'postUserMyErasureCheck.body',
  LockAction: 'patchAdminAvailableTours.body.action',
  MailStatus: 'getAdminMails.results[].status',
  MeetingReservation: 'postUserReserveMeeting.reservation',
  MeetingReservationAnswer: 'postUserReserveMeeting',
  MeetingType: 'patchAdminReservationsByIdVisitor.body.GROUP_MEETING.type',
  MeetingVisitor: 'postUserReserveMeeting.reservation.visitor',
  MeetingVisitorRequest: 'postUserReserveMeeting.body.visitor',
  MeetingWaitlistEntry: 'postUserWaitlistTour.entry.GROUP_MEETING',
  Member: 'getUserMyInfo',
  MemberAnswer: 'postAdminUsers',
  MemberDetails: 'getAdminUsersById',
  MemberFilter: 'patchAdminUsersTier.body.found',
  MemberList: 'getAdminUsers',
  MemberWaitlist: 'getAdminWaitlist',
  MyAdmin: 'getAdminMyInfo',
  NamedDeletion: 'deleteAdminDocentsById',
  NamedDeletions: 'deleteAdminDocents',
  NamedFill: 'getAdminClosingReport.fill.docents[]',
  NamedPlace: 'getAdminDaySheetLinks[].docent',
  NewDocent: 'postAdminDocents.body',
  NewRoom: 'postAdminRooms.body',
  OwnCalendarFeed: 'getUserCalendarFeed',
  OwnFeed: 'getUserCalendarFeed.feed',
  OwnFeedCreated: 'postUserCalendarFeed',
  PlaceFill: 'getAdminNumbers.fill.docents[]',
  PlaceKind: 'patchAdminBulkAvailability.body.type',
  PlacesCreated: 'postAdminDocentsBulk',
  PublicEvent: 'getPublicEvent',
  PublicInfo: 'getPublicInfo',
  RecoveryCodes: 'postAdminSecondFactor',
  ReplacedReservation: 'postUserReserveTour.reservation.replaces',
  RequestedSlot: 'postUserReserveMeeting.body.time_slots[]',
  ReservationAnswer: 'postUserCancelReservationById',
  ReservationList: 'getAdminReservations',
  ReservationStatus: 'postUserReserveTour.reservation.status',
  ReservationTime: 'postAdminReservationsRearrange.results[].from',
  ReservationType: 'getAdminArrivals.arrivals[].type',
  ReservationTypeWanted: 'postUserCancelReservationById.body.reservation_type',
  ReservationsOfDate: 'getAdminDashboard.reservations.pending[]',
  ReservedDate: 'postUserReserveTour.reservation.available_tour.event_date',
  ReservedDocent: 'postUserReserveTour.reservation.available_tour.docent',
  ReservedRoom: 'postUserReserveMeeting.reservation.room',
  RoomAnswer: 'postAdminRooms',
  RoomBoard: 'getDisplayRoomsById',
  RoomSheet: 'getPublicDaySheetsByToken.sheet.GROUP_MEETING',
  RoomSlot: 'getUserAvailableRooms.all_slots[]',
  RoomSlots: 'getUserAvailableRooms',
  RoomState: 'getDisplayRooms[].state',
  ScreenOrderKind: 'postPublicScreens.order.kind',
  SearchResult: 'getAdminSearch',
  SetupStep: 'getAdminSetup.unneeded[]',
  SharedDaySheet: 'getPublicDaySheetsByToken',
  SignedInAdmin: 'postAdminLogin.admin',
  SlotDeletionRequest: 'deleteAdminAvailableToursBulk.body',
  SlotLockRequest: 'patchAdminAvailableTours.body',
  SlotsLocked: 'patchAdminAvailableTours',
  Statistics: 'getAdminNumbers',
  StatusCount: 'getAdminNumbers.outcomes.statuses[]',
  ToldCount: 'getAdminDocentsByIdTold',
  TourMeetingCount: 'getAdminNumbers.outcomes.requested',
  TourReservation: 'postUserReserveTour.reservation',
  TourReservationAnswer: 'postUserReserveTour',
  TourSheet: 'getPublicDaySheetsByToken.sheet.VIP_TOUR',
  TourSlot: 'getUserAvailableTours[]',
  TourSlotList: 'getUserAvailableTours',
  TourVisitor: 'postUserReserveTour.reservation.visitor',
  TourVisitorRequest: 'postUserReserveTour.body.visitor',
  TourWaitlistEntry: 'postUserWaitlistTour.entry.VIP_TOUR',
  WaitingMember: 'getAdminWaitlistSlotsById.entries[].VIP_TOUR.user',
  WaitlistAnswer: 'postUserWaitlistTour',
  WaitlistLine: 'getAdminWaitlistSlotsById',
  WaitlistState: 'postUserWaitlistTour.entry.VIP_TOUR.state',
  WebhookChange: 'sendReservationCreated.change',
  WebhookDelivery: 'getAdminWebhooks[].last_delivery',
  WebhookEvent: 'getAdminWebhooks[].events[]',
  WebhookMeetingReservation: 'sendReservationCreated.reservation.GROUP_MEETING',
  WebhookMember: 'sendReservationCreated.reservation.VIP_TOUR.member',
  WebhookSecret: 'postAdminWebhooks',
  WebhookTourReservation: 'sendReservationCreated.reservation.VIP_TOUR',
}
const GIVEN = new Map(Object.entries(NAMES).map(([name, place]) => [place, name]))

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=status)es$|(?<![sui])s$/, '')
const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

export const pascal = (words: string): string =>
  words
    .split(/[^a-z]+/i)
    .map(capitalised)
    .join('')

const SUFFIX = { GET: '', POST: 'Result', PUT: 'Changed', PATCH: 'Changed', DELETE: 'Deleted' } as const

/** `GET /api/admin/api-tokens/` answers `ApiTokenList`, `POST` answers `ApiTokenCreated`. */
export function answerNameOf({ method, path, status }: Endpoint, { type, properties }: JsonSchema): string {
  const isList = type === 'array' || properties?.['results'] !== undefined
  const isOfOne = status === 201 || (method === 'GET' && isList)
  const parts = path.replaceAll(/\w+\/(?=\{)/g, (word) => `${singular(word.slice(0, -1))}/`).split('/')
  const words = parts.slice(3, -1).filter((part) => !part.startsWith('{'))
  const name = words.join('-')
  if (!isOfOne) return pascal(name) + SUFFIX[method]
  return pascal(singular(name)) + (status === 201 ? 'Created' : 'List')
}

/** The schema of an answer, its place, and its name unless another is given above. */
export type Root = { place: string; name: string; schema: JsonSchema }

const isShareable = ({ properties, enum: values }: JsonSchema) =>
  properties !== undefined || (values !== undefined && values.length > 1)

/** The places of each schema by its text. The parts of a repeated one count once. */
function placesOf(roots: readonly Root[]): Map<string, string[]> {
  const places = new Map<string, string[]>()
  const starts = new Set(roots.map(({ place }) => place))
  const visit = (schema: JsonSchema, place: string): JsonSchema => {
    if (starts.has(place) || isShareable(schema)) {
      const text = JSON.stringify(schema)
      const known = places.get(text)
      if (known?.push(place)) return schema
      places.set(text, [place])
    }
    return mapParts(schema, (part, key) => visit(part, place + key))
  }
  for (const { place, schema } of roots) visit(schema, place)
  return places
}

const itemOf = (name: string) =>
  name.endsWith('List') ? name.slice(0, -4) : name.replace(/(Result)?$/, 'Item')

/** `….schedule[].time_slots[]` is `TimeSlot`, else `ScheduleTimeSlot`; an item of `MailList` is `Mail`. */
function* namesFor(place: string, roots: readonly Root[]) {
  const root = roots.find((each) => each.place === place.replace(/(\.results)?\[\]$/, ''))
  if (root) {
    const name = root.place === place ? root.name : itemOf(root.name)
    yield* [name, `${root.place.match(/[A-Z][a-z]+/)?.[0]}${name}`]
  }
  const [call, ...parts] = place.replace(/\.body$/, 'Request').split('.')
  const words = parts.map((part) => pascal(part.endsWith('[]') ? singular(part.slice(0, -2)) : part))
  for (let from = words.length - 1; from >= 0; from -= 1) yield words.slice(from).join('')
  yield pascal(call!.replaceAll(/^[a-z]+(Admin|User|Public)|By(Id|Token)/g, '')) + words.join('')
  yield pascal(call!) + words.join('')
}

/** Answers, their items, and what occurs more than once become components that `share` refers to. */
export function shareSchemas(roots: readonly Root[], bodies: readonly Root[]) {
  const names = new Map<string, string>()
  const taken = new Set(Object.keys(NAMES))
  for (const [text, places] of placesOf([...roots, ...bodies])) {
    const given = places.flatMap((place) => GIVEN.get(place) ?? [])[0]
    const isOfAnswer = /^\w+((\.results)?\[\])?$/.test(places[0]!)
    if (!given && places.length < 2 && !isOfAnswer) continue
    const name = given ?? [...namesFor(places[0]!, roots)].find((each) => !taken.has(each))!
    taken.add(name)
    names.set(text, name)
  }
  const components: Record<string, JsonSchema> = {}
  const share = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema))
    if (name === undefined) return mapParts(schema, share)
    components[name] ??= mapParts(schema, share)
    return { $ref: `#/components/schemas/${name}` }
  }
  for (const { schema } of [...roots, ...bodies]) share(schema)
  return { components, share }
}
