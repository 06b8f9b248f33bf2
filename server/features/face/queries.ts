import type { Face } from '../../../contract/face.ts'
import type { Db } from '../../database/transaction.ts'

/** The event's colour and logo; nulls while it has none. */
export async function findFace(db: Db): Promise<Face> {
  const { accent_colour, hash, width, height } = await db
    .selectFrom('settings')
    .leftJoin('event_logo as l', (join) => join.onTrue())
    .select(['settings.accent_colour', 'l.hash', 'l.width', 'l.height'])
    .executeTakeFirstOrThrow()
  return { accent_colour, logo: hash === null ? null : { hash, width: width!, height: height! } }
}

/** The bytes of the logo of this hash; undefined when there is none, or another one by now. */
export const findLogo = (db: Db, hash: string) =>
  db.selectFrom('event_logo').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst()
