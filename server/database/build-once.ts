import type { CompiledQuery } from 'kysely'
import type { Db } from './transaction.ts'

/**
 * A statement that is built once, and from then on sent with other values: building and compiling those of a decision was a
 * tenth of the program's work for it. `build` puts the values where they belong and does not look at them, since those that it gets
 * only mark their places. All fields must be given each time.
 */
export function buildOnce<Given extends object, Row>(build: (db: Db, given: Given) => CompiledQuery<Row>) {
  let built: { query: CompiledQuery<Row>; places: (keyof Given | undefined)[] } | undefined

  function markPlaces(db: Db, fields: string[]) {
    const marks = new Map(fields.map((field) => [Symbol(field), field as keyof Given]))
    const given = Object.fromEntries([...marks].map(([mark, field]) => [field, mark]))
    const query = build(db, given as Given)
    return { query, places: query.parameters.map((value) => marks.get(value as symbol)) }
  }

  return async (db: Db, given: Given): Promise<Row[]> => {
    built ??= markPlaces(db, Object.keys(given))
    const { query, places } = built
    const parameters = query.parameters.map((value, n) =>
      places[n] === undefined ? value : given[places[n]],
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
