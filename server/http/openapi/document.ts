import * as z from 'zod/mini'
import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/field.ts'
import { CHANGES_PATH } from '../../../contract/topics.ts'
import { programVersion } from '../../database/program-version.ts'
import { sessionCookieName } from '../gates.ts'
import { withDescriptions } from './describe.ts'
import { makeExampleOf } from './examples.ts'
import { guideFor } from './guide.ts'
import { HEADERS, headers, PARAMETERS } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'
import { answerNameOf, shareSchemas, type Root } from './names.ts'
import { makeOperationOf, operationIdOf } from './operation.ts'
import { described, inputSchema, mediaTypesOf, outputSchema } from './schemas.ts'
import { TAGS } from './tags.ts'
import { webhookRoots, webhooksOf } from './webhooks.ts'

/** Cookie names differ between HTTP and HTTPS. */
const securitySchemesOf = (https: boolean) => ({
  member: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName('member', https),
    description: `Given by a member’s login; lasts seven days. ${otherName('member', https)}`,
  },
  admin: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName('admin', https),
    description: `Given by an administrator’s login; lasts twelve hours, and is sent below /api/admin only. ${otherName('admin', https)}`,
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token that an administrator has made in the settings, `fsl_…`, for the calls of its scopes. It needs no CSRF token.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'The value of the cookie `csrftoken`, which the administrator’s login gives too.',
  },
})

const otherName = (audience: 'member' | 'admin', https: boolean) =>
  `Over ${https ? 'plain HTTP' : 'HTTPS'} its name is \`${sessionCookieName(audience, !https)}\`.`

const WATCH_DESCRIPTION =
  'Up to eight topics with commas: `schedule:` and a date, `room:3`, `rooms`, `screens:3`, and for a signed-in member `mine` and `waits`. With `~` and the tag of the answer that is shown, up to its last hyphen, a topic is named at the beginning only if there is another answer by now'

const stream = (watch: JsonSchema) =>
  ({
    method: 'GET',
    query: z.object({ watch: described(z.string(), watch) }),
    response: described(z.string(), { contentMediaType: 'text/event-stream' }),
    errors: ['too_many_requests'],
  }) as const

/** Server-sent events are not calls of the contract. */
const streamsOn = (date: string): readonly Endpoint[] => [
  {
    ...stream({
      description: WATCH_DESCRIPTION,
      examples: [`schedule:${date}~hcl14TiZc2LKGHSoZkoUgkX1J-E,mine`],
    }),
    path: CHANGES_PATH,
    audience: 'public',
    errors: ['not_authenticated', 'too_many_requests'],
    summary: 'Server-sent events, each of which names one topic that has changed',
  },
  {
    ...stream({ description: 'The one topic of administrators', examples: [RESERVATIONS_TOPIC] }),
    path: ADMIN_CHANGES_PATH,
    audience: 'admin',
    summary: 'Server-sent events that say when reservations or their times have changed',
  },
]

export function documentOf(declared: readonly Endpoint[], publicUrl: string, date: string) {
  const calls = [...declared, ...streamsOn(date)]
  const { components, share } = shareSchemas([...answersOf(calls), ...webhookRoots()], bodiesOf(calls))
  const exampleOf = makeExampleOf(date, components)
  for (const [name, schema] of Object.entries(components)) {
    const isEntity = schema.properties && !schema.properties['message']
    if (isEntity) schema['examples'] = [exampleOf(schema)]
    components[name] = withDescriptions(schema, name)
  }
  const unchanged = { description: 'Nothing has changed since', headers: headers('ETag', 'X-Service-Time') }
  const responses = { 304: unchanged }
  const operationOf = makeOperationOf(share, responses, exampleOf)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call)
  Object.assign(paths[CHANGES_PATH]!['get']!, { security: [{ member: [] }, {}] })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairslot',
      version: programVersion(),
      summary: 'Tours and meeting rooms of a trade-show stand, in slots that are never sold twice',
      description: guideFor(publicUrl, date),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: TAGS,
    paths,
    webhooks: webhooksOf(share),
    components: {
      headers: HEADERS,
      schemas: components,
      responses,
      parameters: PARAMETERS,
      securitySchemes: securitySchemesOf(publicUrl.startsWith('https:')),
    },
  }
}

function answersOf(calls: readonly Endpoint[]): Root[] {
  const answers = calls.flatMap((call) => {
    const schema = outputSchema(call.response)
    return mediaTypesOf(schema).length > 0
      ? []
      : { place: operationIdOf(call), name: answerNameOf(call, schema), schema }
  })
  return [...answers, { place: 'failure', name: 'Failure', schema: outputSchema(errorBody) }]
}

const bodiesOf = (calls: readonly Endpoint[]): Root[] =>
  calls.flatMap((call) => {
    const place = `${operationIdOf(call)}.body`
    return call.body ? { place, name: '', schema: inputSchema(call.body) } : []
  })
