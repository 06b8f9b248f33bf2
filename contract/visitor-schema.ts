import * as z from 'zod/mini'
import { longText, MAX_LENGTH } from './field.ts'
import { fieldsOf, type EntryOf, type VisitorType } from './visitor.ts'

const optional = z.optional(z.nullable(longText(MAX_LENGTH.name)))

type Shape<Entry extends { field: string }, Count, Phone> = {
  [Each in Entry as Each['field']]: Each extends { kind: 'count' }
    ? Count
    : Each extends { kind: 'phone' }
      ? Phone
      : Each extends { missing: string }
        ? z.ZodMiniString
        : typeof optional
}

type Schemas<Count, Phone> = {
  text: (missing: string) => z.ZodMiniString
  phone: Phone
  count: Count
  fields?: ReturnType<typeof fieldsOf>
}

export const visitorSchema = <
  Type extends VisitorType,
  Count extends z.ZodMiniType,
  Phone extends z.ZodMiniType,
>(
  type: Type,
  { text, phone, count, fields = fieldsOf(type) }: Schemas<Count, Phone>,
) =>
  z.object(
    Object.fromEntries(
      fields.map(({ field, kind, missing }) => [
        field,
        kind ? { phone, count }[kind] : missing === undefined ? optional : text(missing),
      ]),
    ) as Shape<EntryOf<Type>, Count, Phone>,
  )
