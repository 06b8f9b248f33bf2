import { isoInMadrid } from '../../domain/madrid-time.ts'

type Iso<Value> = Value extends Date ? string : Value

/** Instants become ISO texts. */
export const isoRow = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? isoInMadrid(value.getTime()) : value,
    ]),
  ) as { [Name in keyof Row]: Iso<Row[Name]> }
