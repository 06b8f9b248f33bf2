import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, as it stands in a cookie or an address. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token: a reader of the database cannot use it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
