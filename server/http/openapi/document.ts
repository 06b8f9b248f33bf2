import * as z from 'zod/mini'
import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { CHANGES_PATH } from '../../../contract/topics.ts'
import { sessionCookieName } from '../token.ts'
import { MAX_KEY } from '../idempotency.ts'
import type { JsonSchema } from './examples.ts'
import { guideFor } from './guide.ts'
import { makeOperationOf, operationIdOf } from './operation.ts'
import { answerSchemas, described } from './schemas.ts'
import { TAGS } from './tags.ts'

const parameters = {
  Key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeated within 24 hours with the same body, the write answers its first success again and is not done twice.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_KEY },
  },
  Etag: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the answer that one has: 304 without a body while it is still true.',
    schema: { type: 'string' },
  },
}

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
      'A token that an administrator has made in the settings, `fsl_…`, for the calls of its scopes: `reservations:read`, `reservations:write`, `schedule:read`, `schedule:write`. It needs no CSRF token.',
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
  'Up to eight topics with commas: `schedule:2026-11-21`, `room:3`, `rooms`, `screens:3`, and for a signed-in member `mine` and `waits`. With `~` and the tag of the answer that is shown, up to its last hyphen, a topic is named at the beginning only if there is another answer by now'

const stream = (watch: JsonSchema) =>
  ({
    method: 'GET',
    query: z.object({ watch: described(z.string(), watch) }),
    response: described(z.string(), { contentMediaType: 'text/event-stream' }),
    beforeSetUp: 'password',
    errors: ['too_many_requests'],
  }) as const

/** Server-sent events are not calls of the contract. */
const STREAMS: readonly Endpoint[] = [
  {
    ...stream({
      description: WATCH_DESCRIPTION,
      examples: ['schedule:2026-11-21~hcl14TiZc2LKGHSoZkoUgkX1J-E,mine'],
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

export function documentOf(declared: readonly Endpoint[], publicUrl: string) {
  const calls = [...declared, ...STREAMS]
  const answers = answerSchemas(calls, operationIdOf)
  const responses = { 304: { description: 'Nothing has changed since' } }
  const operationOf = makeOperationOf(answers.of, responses)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(call)
  Object.assign(paths[CHANGES_PATH]!['get']!, { security: [{ member: [] }, {}] })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairslot',
      version: '1',
      summary: 'Tours and meeting rooms of a trade-show stand, in slots that are never sold twice',
      description: guideFor(publicUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: TAGS,
    paths,
    components: {
      schemas: answers.components,
      responses,
      parameters,
      securitySchemes: securitySchemesOf(publicUrl.startsWith('https:')),
    },
  }
}
