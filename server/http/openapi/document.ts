import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { CHANGES_PATH } from '../../../contract/topics.ts'
import { sessionCookieName } from '../cookies.ts'
import { MAX_KEY } from '../idempotency.ts'
import { guideFor } from './guide.ts'
import { operationIdOf, operationOf, refusals, USUAL_SECURITY } from './operation.ts'
import { namedSchemas } from './schemas.ts'
import { shareParts } from './share.ts'
import { TAGS, tagOf } from './tags.ts'

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

/** How callers say who they are. What browsers promise of a cookie's name depends on whether it came over HTTPS. */
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

/** The two streams, which are no calls of the contract: they answer for as long as somebody listens. */
function streams() {
  const stream = (
    path: `/api/${string}`,
    audience: Endpoint['audience'],
    watch: object,
    summary: string,
  ) => ({
    get: {
      operationId: operationIdOf({ method: 'GET', path }),
      summary,
      tags: [tagOf({ path, audience })],
      security: audience === 'admin' ? [{ admin: [] }] : [{ member: [] }, {}],
      parameters: [{ name: 'watch', in: 'query', required: true, schema: { type: 'string' }, ...watch }],
      responses: {
        200: {
          description: 'Server-sent events, each of which names one topic that has changed',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...refusals(
          ['invalid_input', ...(audience === 'admin' ? (['not_authenticated'] as const) : [])],
          ['too_many_requests'],
        ),
      },
    },
  })
  return {
    [CHANGES_PATH]: stream(
      CHANGES_PATH,
      'public',
      {
        description:
          'Up to eight topics with commas: `schedule:2026-11-21`, `room:3`, `rooms`, `screens:3`, and for a signed-in member `mine` and `waits`. With `~` and the tag of the answer that is shown, up to its last hyphen, a topic is named at the beginning only if there is another answer by now',
        example: 'schedule:2026-11-21~hcl14TiZc2LKGHSoZkoUgkX1J-E,mine',
      },
      'Says what has changed, as it changes',
    ),
    [ADMIN_CHANGES_PATH]: stream(
      ADMIN_CHANGES_PATH,
      'admin',
      { description: 'The one topic of administrators', example: RESERVATIONS_TOPIC },
      'Says when reservations or their times have changed',
    ),
  }
}

/**
 * The OpenAPI 3.1 document of the declared calls, in their order, as seen at `publicUrl`. What many calls share (things,
 * refusals, headers) stands in it once.
 */
export function documentOf(declared: readonly Endpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of declared) {
    const methods = (paths[endpoint.path] ??= {})
    methods[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  const shared = shareParts({ ...paths, ...streams() }, namedSchemas)
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
    security: USUAL_SECURITY,
    tags: TAGS,
    paths: shared.paths,
    components: {
      ...shared.components,
      parameters: { ...parameters, ...shared.components.parameters },
      responses: {
        304: { description: 'Nothing has changed since' },
        ...shared.components.responses,
      },
      securitySchemes: securitySchemesOf(publicUrl.startsWith('https:')),
    },
  }
}
