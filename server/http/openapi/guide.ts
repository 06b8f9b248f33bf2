import { API_SCOPES } from '../../../contract/admin/api-tokens.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { TIME_ZONE } from '../../../domain/madrid-time.ts'

/** A test runs it against a real server. */
const example = (origin: string, date: string) => `
const origin = '${origin}'

/** One person's cookies, and calls that carry them. */
function signedOut() {
  const cookies = new Map()
  return async (method, path, body, headers) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => name + '=' + value).join('; '),
        ...(body && { 'content-type': 'application/json' }),
        ...(cookies.has('csrftoken') && { 'x-csrftoken': cookies.get('csrftoken') }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      cookies.set(name, value)
    }
    const said = await answer.json()
    if (!answer.ok) throw new Error(said.code + ': ' + said.message)
    return said
  }
}

// A member signs in, looks for a free time, and asks for it. Sent again under its key, the request is made once.
const visitor = signedOut()
await visitor('POST', '/api/user/login/', { phone: '010-1234-5678', name: '박지민' })
const day = await visitor('GET', '/api/user/schedule/?date=${date}')
const { room, time_slots } = day.room_schedule[0]
const free = time_slots.find((slot) => slot.is_available)
const dates = await visitor('GET', '/api/user/event-dates/')
const { id: event_date_id } = dates.find((each) => each.date === day.date)
const request = {
  room_id: room.id,
  event_date_id,
  time_slots: [{ available_room_id: free.id, duration: 10 }],
  visitor: { title: '신제품 공급 협의', company: '한빛전자', name: '박지민', manager_name: '김도윤', phone: '010-1234-5678', count: 2 },
  note: '휠체어 이용',
}
const once = { 'idempotency-key': crypto.randomUUID() }
const { reservation } = await visitor('POST', '/api/user/reserve-meeting/', request, once)
console.log(reservation.status, reservation.time_range)

// An administrator approves it. Each write repeats the cookie csrftoken in a header.
const desk = signedOut()
await desk('POST', '/api/admin/login/', { name: 'admin', password: 'a long enough password' })
const decision = { type: 'GROUP_MEETING', action: 'approve' }
await desk('POST', '/api/admin/reservations/' + reservation.id + '/action/', decision)

const { meetings } = await visitor('GET', '/api/user/my-reservations/')
console.log(meetings.find(({ id }) => id === reservation.id).status)
`

const SCOPES = API_SCOPES.map((scope) => `\`${scope}\``).join(', ')

const REFUSALS = Object.entries(ERRORS)
  .toSorted(([, one], [, other]) => one.status - other.status)
  .map(([code, { status, text }]) => `- ${status} \`${code}\` ${text}`)
  .join('\n')

export const guideFor = (origin: string, date: string): string => `
Paths end with a slash and answer without it too. Bodies and answers are JSON in UTF-8. A body is 60 KiB at most, below
\`/api/admin\` but for the login 1 MiB, of the event’s images 4 MB, and of an import of members 5 MiB.
Unknown fields of a body are ignored.

**Time.** Dates are \`YYYY-MM-DD\` and times \`HH:MM\` on the wall clock of ${TIME_ZONE}, an end may read \`24:00\`. Instants
are ISO 8601 with their offset. Every answer has the service's current time in
\`X-Service-Time\`.

**Phones.** A member's is 010 and eight digits, with or without hyphens, answered as \`010-1234-5678\`; a visitor's is any
eleven digits.

**Sessions.** A login answers with a cookie. Members and administrators have one each, side by side. An administrator's
login also gives the cookie \`csrftoken\`, whose value every write of an administrator repeats in the header
\`X-CSRFToken\`. A write that another site made a browser send is refused (\`cross_site\`).

**API tokens.** A program needs no login: an administrator makes a token under 설정 → 연동 (\`POST /api/admin/api-tokens/\`), with
a name and its scopes; the token is shown once. Each call sends it as \`Authorization: Bearer fsl_…\`,
without a cookie or \`X-CSRFToken\`. The scopes are ${SCOPES}; writing does not include
reading, each call here names the one it needs, and without it the answer is 403 \`scope_required\`. Members' calls
(\`/api/user/\`) need a member's session, and tokens cannot listen. A token may make 300 calls a minute in each process, some
calls allow fewer: 429. The answer to a token that may only write has ids, statuses, counts and the message; other
properties are absent, even if the schema requires them.

**Confirmation.** \`403 confirmation_required\` asks a session for \`POST /api/admin/confirm/\`; it and a login count for ten
minutes. A token needs none.

**Failures** have one shape, \`{ code, error, message, fields, field_codes, reason, results }\`: \`code\` is for programs, the text
for people. \`fields\` says what is wrong in the input by dotted path, \`field_codes\` says it for programs. \`429\` and
\`503\` say in \`Retry-After\` when to retry.
A call lists the common refusals of its kind under \`4XX\`, and its own under their status. The texts are at the end.

**Writes that get lost.** A write that lists \`Idempotency-Key\` may be sent again with it for 24 hours and is done once. A refusal is
not remembered. A first answer that no longer holds is refused: \`409 request_over\`. An edit may send \`expected\`, the values that it
started from: \`409 changed_meanwhile\` says that they have changed since.

**Polling.** Reads have a strong \`ETag\`; with \`If-None-Match\` they answer 304. Or listen: \`/api/public/changes/\` and
\`/api/admin/changes/\` are server-sent events that name what has changed, and the client then reads again. A stream sends
something at least every 20 seconds; one that is silent for longer is dead.

**Keeping a copy.** \`GET /api/admin/reservations/?updated_since=\` answers what has changed since an instant; begin with
\`1970-01-01T00:00:00Z\`. \`as_of\` of the first page is the next \`updated_since\`: some rows come twice, none is lost. Not
reported: an \`id\` that becomes null with a deleted slot or place, \`arrival_code\` when arrivals are switched on or off, and
reservations deleted with the event or the sample; compare with a whole list now and then.

**Webhooks.** The secret is \`whsec_\` and Base64. Standard Webhooks signs with the decoded bytes, \`fairslot-signature\` with the
whole text:

\`\`\`javascript
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const signed = headers['webhook-id'] + '.' + headers['webhook-timestamp'] + '.' + body
const proof = 'v1,' + crypto.createHmac('sha256', key).update(signed).digest('base64')
const isTrusted = headers['webhook-signature'].split(' ').includes(proof) // and a timestamp of the last five minutes
\`\`\`

Answer 2xx within ten seconds. A failure is tried ten times within seven hours, a refusal (4XX) three times, a \`ping\` once. Events
of one reservation keep their order; others do not wait for them.

**Limits.** At most 500 slots a call that makes them one place at a time, 20,000 in a plan, 500 rows of docents or rooms,
5,000 members of an import. A sign-up code is asked for once a minute and five times an hour for one e-mail address.

## From a login to an approved reservation

Runs as it is on Node 20 or newer, with a member and an administrator of yours:

\`\`\`js${example(origin, date)}\`\`\`

## Every refusal

${REFUSALS}
`
