import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'secret'
const KEY_BYTES = 32

/** A key of 32 bytes for one purpose, derived from the secret of this installation: the same purpose, the same key. */
export type KeyFor = (purpose: string) => Buffer

/**
 * The keys of this installation: from `SECRET`, or from the file `secret` in DATA_DIR, which the first start writes. Not
 * from the database, whose copies must not give them away.
 */
export function readKeys({ secret, data_dir }: Where): KeyFor {
  const master = secret ?? readOrMake(data_dir)
  return (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
}

type Where = { secret?: string | undefined; data_dir: string }

/** The secret itself, for a backup; absent where none was made yet. */
export const readSecret = ({ secret, data_dir }: Where): string | undefined =>
  secret ?? read(join(data_dir, FILE))

/** Gives DATA_DIR the secret of a backup, in the place of its own. */
export function replaceSecret(dataDir: string, secret: string): void {
  const file = join(dataDir, FILE)
  if (read(file) === secret) return
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
}

function readOrMake(dataDir: string): string {
  const file = join(dataDir, FILE)
  return read(file) ?? make(dataDir, file)
}

function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text.length < KEY_BYTES) throw new Error(`${file} holds no secret: bring it back, or delete it.`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The file appears whole or not at all, and of two first starts one wins. */
function make(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return read(file)!
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts bytes so that only this key opens them, and only as `of`, such as `admin 7`: they cannot be passed off as another's. */
export function seal(key: Buffer, bytes: Buffer, of: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(of))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** The bytes that were sealed; null where they were sealed under another key, for something else, or not at all. */
export function unseal(key: Buffer, sealed: Buffer, of: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(-TAG_BYTES))
  const bytes = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    decipher.final()
    return bytes
  } catch {
    return null
  }
}
