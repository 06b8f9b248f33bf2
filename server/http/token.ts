import { createHash, randomBytes } from 'node:crypto'

export const makeToken = (): string => randomBytes(32).toString('base64url')

/** A stolen database does not reveal tokens. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
