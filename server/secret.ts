import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'secret'
const KEY_BYTES = 32

/** Derived from the secret: 32 bytes for each purpose. */
export type KeyFor = (purpose: string) => Buffer

/** From `SECRET` or a file in DATA_DIR. Not from the database, whose copies must not reveal it. */
export function readKeys({ secret, data_dir }: Where): KeyFor {
  const master = secret ?? readOrMake(data_dir)
  return (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES))
}

type Where = { secret?: string | undefined; data_dir: string }

/** Undefined if none was made yet. */
export const readSecret = ({ secret, data_dir }: Where): string | undefined =>
  secret ?? read(join(data_dir, FILE))

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
    if (text.length < KEY_BYTES) throw new Error(`${file} holds no secret: restore it, or delete it.`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Linked into place: of two first starts one wins. */
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

/** Only this key and this `of`, such as `admin 7`, decrypt it. */
export function seal(key: Buffer, bytes: Buffer, of: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(of))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Null for another key, another `of`, or damaged bytes. */
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
