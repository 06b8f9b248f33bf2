import type * as z from 'zod/mini'
import type { FieldCode } from '../../contract/errors.ts'

export type FieldErrors = { fields: Record<string, string>; field_codes: Record<string, FieldCode> }

/** The first text and code for each dotted path. */
export function addFieldErrors(errors: FieldErrors, { issues }: z.core.$ZodError, input: unknown) {
  const { fields, field_codes } = errors
  for (const issue of issues) {
    const path = issue.path.join('.') || 'body'
    if (path in fields) continue
    fields[path] = issue.message
    field_codes[path] = codeOf(issue, input)
  }
}

const at = (input: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], input)

function codeOf(issue: z.core.$ZodIssue, input: unknown): FieldCode {
  if (at(input, issue.path) === undefined) return 'required'
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'invalid'
  if (issue.origin !== 'string' && issue.origin !== 'array') return issue.code
  if (issue.code === 'too_big') return 'too_long'
  return issue.minimum === 1 ? 'required' : 'too_short'
}
