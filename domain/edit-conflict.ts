type Value = string | number | boolean

/** The fields of a thing and of its parts by dotted path, as forms name them. No text and an empty one are the same. */
export const dottedFields = (thing: object, prefix = ''): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(thing as Readonly<Record<string, Value | object | null | undefined>>)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) =>
        typeof value === 'object' && value !== null
          ? Object.entries(dottedFields(value, `${prefix}${name}.`))
          : [[prefix + name, value ?? '']],
      ),
  )

/**
 * The fields, by dotted path, in which storing `wanted` would undo what somebody else has stored since `expected` was
 * read. A field without an expected value may be overwritten, and the same change twice undoes nothing.
 */
export function conflictingFields(expected: object, stored: object, wanted: object): string[] {
  const [from, now, to] = [dottedFields(expected), dottedFields(stored), dottedFields(wanted)]
  return Object.keys(to).filter(
    (field) => from[field] !== undefined && from[field] !== now[field] && to[field] !== now[field],
  )
}
