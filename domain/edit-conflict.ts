type Value = string | number | boolean

/** Null and empty text are equal. */
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

/** Paths where `wanted` would overwrite another's change since `expected`. */
export function conflictingFields(expected: object, stored: object, wanted: object): string[] {
  const [from, now, to] = [dottedFields(expected), dottedFields(stored), dottedFields(wanted)]
  return Object.keys(to).filter(
    (field) => from[field] !== undefined && from[field] !== now[field] && to[field] !== now[field],
  )
}
