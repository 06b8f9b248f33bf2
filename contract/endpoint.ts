import type * as z from 'zod/mini'
import type { Role } from '../domain/role.ts'
import type { ErrorCode } from './errors.ts'
import type { AuditTarget } from './audit-target.ts'

/** Callers let in; the server derives its gate from this. */
export type Audience = 'public' | 'member' | 'admin'

export type ApiScope =
  | `${'reservations' | 'schedule' | 'members'}:${'read' | 'write'}`
  | 'arrivals'
  | 'webhooks'

type Schema = z.ZodMiniType

/** The audit entry beside caller, time, call and message. */
type Audit<Fact extends string = string> = {
  /** Its id comes from the path or the answer. */
  target?: AuditTarget
  /** Stored permanently, so never personal data: members and reservations stay ids. */
  keeps?: readonly Fact[]
}

/** Declared once for server, browser, OpenAPI and tests. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Who extends Audience = Audience,
> = {
  /** Administrators, unless declared. */
  audience: Who
  /** The least role of an administrator. */
  role?: Role
  /** GET, unless declared. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters as `{id}`, with trailing slash. */
  path: `/api/${string}`
  summary: string
  /** For others than `{id}`. */
  params?: Params
  query?: Query
  body?: Body
  response: Response
  /** 201 if something was created. */
  status?: 200 | 201
  /** Bytes; default 1 MB. */
  maxBytes?: number
  /** Same answer for all readers, so shared caches may revalidate it. */
  shared?: true
  /** Never cached, nor stored for repeated calls. */
  secret?: true
  /** Allowed although this is still to do: to replace a first password, or to set up a second factor. */
  beforeSetUp?: 'password' | 'second_factor'
  /** Refused unless the administrator has entered the password in the last ten minutes. */
  confirmed?: true
  /** API tokens of this scope may call it; default none. */
  scope?: ApiScope
  /** Tells whether a phone or e-mail is known, so a token needs the reading scope too. */
  tellsKnown?: true
  /** Required for administrators' writes. */
  audit?: Audit
  /** Beyond the common errors of its audience, and `not_found` for `{id}`. */
  errors?: readonly ErrorCode[]
}

// Optional properties read as `| undefined` even if undeclared.
type Declared<S> = Extract<S, Schema>
type Output<S> = [Declared<S>] extends [never] ? undefined : z.output<Declared<S>>

// An unknown endpoint requires all input.
type MayBeAbsent<Input> = unknown extends Input ? false : undefined extends Input ? true : false

type Given<Key extends string, S> = [Declared<S>] extends [never]
  ? { [K in Key]?: undefined }
  : MayBeAbsent<z.input<Declared<S>>> extends true
    ? { [K in Key]?: z.input<Declared<S>> }
    : { [K in Key]: z.input<Declared<S>> }

/** Declared params, query and body. */
export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>

/** Validated input. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** Own and nested fields by dotted path. */
type FactOf<Thing> = Thing extends readonly unknown[]
  ? never
  : Thing extends object
    ? { [Name in keyof Thing & string]: Name | `${Name}.${FactOf<Thing[Name]>}` }[keyof Thing & string]
    : never

/** `{id}` declares itself; `paramsOf` has the schema. */
type ParamsIn<Path> = Path extends `${string}{id}${string}`
  ? z.ZodMiniObject<{ id: z.ZodMiniType<number, number | string> }>
  : undefined

type Method = Pick<Endpoint, 'method'>

/** Preserves the exact schema types. A call with a body has to say its method. */
export const endpoint = <
  Response extends Schema,
  Who extends Audience = 'admin',
  const Path extends Endpoint['path'] = Endpoint['path'],
  Params extends Schema | undefined = ParamsIn<Path>,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  declaration: Omit<Endpoint<Params, Query, Body, Response>, 'audience' | 'method'> & {
    path: Path
    audit?: Audit<FactOf<Output<Query>> | FactOf<Output<Body>> | FactOf<z.output<Response>>>
  } & ('admin' extends Who ? { audience?: Who; role: Role } : { audience: Who }) &
    ([Body] extends [undefined] ? Partial<Method> : Method),
): Endpoint<Params, Query, Body, Response, Who> => ({
  audience: 'admin' as Who,
  method: 'GET',
  ...declaration,
})

export type BodyOf<E extends Endpoint> = Output<E['body']>
