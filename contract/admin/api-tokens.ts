import * as z from 'zod/mini'
import { endpoint, type ApiScope } from '../endpoint.ts'
import { confirmation, date, id, line, textOrNull } from '../field.ts'

/** Writing does not include reading. */
export const API_SCOPES = [
  'reservations:read',
  'reservations:write',
  'schedule:read',
  'schedule:write',
  'members:read',
  'members:write',
  'arrivals',
  'webhooks',
] as const satisfies readonly ApiScope[]

const token = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: z.string(),
  created_by: z.string(),
  /** Null: no expiry. */
  expires_at: textOrNull,
  /** To the minute. */
  last_used_at: textOrNull,
})
export type ApiToken = z.output<typeof token>

export const listApiTokens = endpoint({
  role: 'owner',
  path: '/api/admin/api-tokens/',
  summary: 'The API tokens, newest first, those that have expired too; never the tokens themselves',
  response: z.array(token),
})

const SCOPES_TEXT = '권한을 하나 이상 선택해주세요.'

export const addApiToken = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/api-tokens/',
  summary:
    'Make an API token for the calls of its scopes, valid until revoked or until the end of a day; shown only once',
  body: z.object({
    name: line('이름을 입력해주세요.'),
    scopes: z
      .array(z.enum(API_SCOPES), SCOPES_TEXT)
      .check(z.minLength(1, SCOPES_TEXT), z.maxLength(50, SCOPES_TEXT)),
    expires_on: z.optional(z.nullable(date)),
  }),
  audit: { target: 'api_token', keeps: ['name', 'scopes', 'expires_on'] },
  response: z.extend(confirmation, { api_token: token, secret: z.string() }),
  status: 201,
  secret: true,
})

export const revokeApiToken = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/api-tokens/{id}/',
  summary: 'Revoke an API token at once',
  audit: { target: 'api_token', keeps: ['name'] },
  response: z.extend(confirmation, { name: z.string() }),
})
