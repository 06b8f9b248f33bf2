import { webhookBody } from '../../../contract/webhook.ts'
import { WEBHOOK_EVENTS, type DeliveryType } from '../../../domain/webhook.ts'
import { withDescriptions } from './describe.ts'
import { SIGNED } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'
import { pascal, type Root } from './names.ts'
import { outputSchema } from './schemas.ts'

const SUMMARIES: Readonly<Record<string, string>> = {
  'reservation.created': 'A reservation was requested, or made by an administrator',
  'reservation.decided': 'A request was approved or rejected, or a cancellation request accepted or refused',
  'reservation.moved': 'A reservation has another time or place',
  'reservation.cancelled': 'A reservation was cancelled',
  'reservation.cancel_requested': 'A member asks for the cancellation of an approved reservation',
  'reservation.cancel_refused': 'A cancellation request was refused; the reservation stays approved',
  'reservation.arrived': 'The visitors of a reservation have come',
  'reservation.no_show': 'The visitors of a reservation have not come',
  'reservation.completed': 'A reservation has taken place',
  'reservation.ended_early': 'A meeting was ended before its planned end',
  'reservation.visitor_changed': 'Who visits was corrected',
  'reminder.due': 'A reservation begins soon',
  'member.registered': 'Somebody has become a member',
  'member.changed': 'The data of a member were changed',
  'member.erased': 'The personal data of a member were erased; what is left is the id',
  ping: 'A test that an administrator has sent',
}

const TYPES: readonly DeliveryType[] = [...WEBHOOK_EVENTS, 'ping']
const operationIdOf = (type: string) => `send${pascal(type)}`

const isOf = (type: string, subject: string) =>
  type.startsWith(subject) || (subject === 'reservation' && type === 'reminder.due')

const UNCHANGED: ReadonlySet<string> = new Set(['reminder.due', 'reservation.arrived', 'ping'])

/** Null for other events: the change, the reservation, the member. */
function bodyOf(type: DeliveryType): JsonSchema {
  const whole = outputSchema(webhookBody)
  const narrowed = Object.entries(whole.properties!).map(([name, schema]): [string, JsonSchema] => {
    if (name === 'type') return [name, { type: 'string', const: type }]
    if (!schema.anyOf || (name === 'change' && !UNCHANGED.has(type))) return [name, schema]
    const [only] = schema.anyOf.filter((each) => each.type !== 'null')
    return [name, isOf(type, name) ? only! : { type: 'null' }]
  })
  return { ...whole, properties: Object.fromEntries(narrowed) }
}

export const webhookRoots = (): Root[] =>
  TYPES.map((type) => ({ place: operationIdOf(type), name: `${pascal(type)}Webhook`, schema: bodyOf(type) }))

const RESPONSES = {
  '2XX': { description: 'Taken. It is not sent again' },
  410: { description: 'Not wanted any more. The webhook is switched off' },
  '4XX': { description: 'Refused. It is tried three times in all, a `ping` once' },
  '5XX': { description: 'Failed. It is tried ten times in all, not before `Retry-After`; a `ping` once' },
}

/** Sent by the service to a receiver. */
export const webhooksOf = (share: (schema: JsonSchema) => JsonSchema) =>
  Object.fromEntries(
    TYPES.map((type) => {
      const schema = withDescriptions(share(bodyOf(type)), operationIdOf(type))
      const post = {
        operationId: operationIdOf(type),
        summary: SUMMARIES[type],
        tags: ['Webhooks'],
        security: [],
        parameters: SIGNED,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: RESPONSES,
      }
      return [type, { post }] as const
    }),
  )
