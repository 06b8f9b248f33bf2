/**
 * The fields in which storing `wanted` would undo what somebody else has stored since `expected` was read. What is not
 * expected may be overwritten, and the same change twice undoes nothing.
 */
export const lostFields = <Fields extends object>(
  expected: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
  stored: Fields,
  wanted: Fields,
): (keyof Fields & string)[] =>
  (Object.keys(wanted) as (keyof Fields & string)[]).filter(
    (field) =>
      expected[field] !== undefined && expected[field] !== stored[field] && wanted[field] !== stored[field],
  )
