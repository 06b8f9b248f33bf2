import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { AuditTarget } from './audit-target.ts'

/** The callers that are let in: anyone, a signed-in member or a signed-in administrator. The server's gate follows. */
export type Audience = 'public' | 'member' | 'admin'

/** A scope of API tokens. */
export type ApiScope = `${'reservations' | 'schedule'}:${'read' | 'write'}`

type Schema = z.ZodMiniType

/** The audit log's entry of an administrator's write, beside who, when, which call, and the answer's message. */
type Audit<Fact extends string = string> = {
  /** The kind of the one thing that is changed: its id is that of the path, or else of the answer's part of that name. */
  target?: AuditTarget
  /**
   * Facts of query, body and answer that are kept for good. They name no member and no visitor, whose data are erased on
   * request: members and reservations stay numbers.
   */
  keeps?: readonly Fact[]
}

/** One call of the service, declared once for the server, the browser, the OpenAPI document and the tests. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
  Who extends Audience = Audience,
> = {
  audience: Who
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As the specification writes it, parameters as `{id}`, with the trailing slash. */
  path: `/api/${string}`
  summary: string
  params?: Params
  query?: Query
  body?: Body
  response: Response
  /** 200 unless something was created. */
  status?: 200 | 201
  /** The longest body of an administrator's call, where it may be longer than the megabyte of the others. */
  maxBytes?: number
  /** The answer is the same for everyone who may read it, so that a shared cache may keep and revalidate it. */
  shared?: true
  /** The answer is for its caller alone: no cache and no memory of repeated calls keeps it. */
  secret?: true
  /** Also for an administrator who has to set up a second factor before anything else. */
  beforeSetUp?: true
  /** An administrator's call that an API token of this scope may make too; without it none may. */
  scope?: ApiScope
  /** Every write of an administrator has one. */
  audit?: Audit
  /** Refusals beyond those that every call of its audience can give. */
  errors?: readonly ErrorCode[]
}

// `body?: Body` reads as `Body | undefined` whether or not it was declared.
type Declared<S> = Extract<S, Schema>
type Output<S> = [Declared<S>] extends [never] ? undefined : z.output<Declared<S>>

// Of an endpoint that is not known yet everything has to be given.
type MayBeAbsent<Input> = unknown extends Input ? false : undefined extends Input ? true : false

type Given<Key extends string, S> = [Declared<S>] extends [never]
  ? { [K in Key]?: undefined }
  : MayBeAbsent<z.input<Declared<S>>> extends true
    ? { [K in Key]?: z.input<Declared<S>> }
    : { [K in Key]: z.input<Declared<S>> }

/** The input of a call: params, query and body as far as the endpoint declares them. */
export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>

/** The input of a handler, already validated. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** The names of a thing's facts, and of those of its parts by dotted path. */
type FactOf<Thing> = Thing extends object
  ? {
      [Name in keyof Thing & string]:
        | Name
        | (Thing[Name] extends { id: unknown } ? `${Name}.${keyof Thing[Name] & string}` : never)
    }[keyof Thing & string]
  : never

/** Declares an endpoint, keeping the exact types of its schemas. */
export const endpoint = <
  Who extends Audience,
  Response extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  declaration: Endpoint<Params, Query, Body, Response, Who> & {
    audit?: Audit<FactOf<Output<Query>> | FactOf<Output<Body>> | FactOf<z.output<Response>>>
  },
): Endpoint<Params, Query, Body, Response, Who> => declaration

/** A declared body, as a handler or command receives it. */
export type BodyOf<E extends Endpoint> = Output<E['body']>
