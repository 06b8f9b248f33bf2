import { sql } from 'kysely'

/**
 * Ends a statement that PostgreSQL plans anew for the values of each time, because what is best for a day is bad for all days
 * and the other way round. Others it plans once a connection, for any values, when they have come five times.
 */
export const PLAN_EACH_TIME = '-- planned each time'

export const planEachTime = sql.raw(PLAN_EACH_TIME)
