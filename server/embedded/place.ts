import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { type SystemUser, canEnter, databaseUser, mkdirPassable } from './user.ts'

/** `user` is set only if we are root. */
export type Place = {
  dataDir: string
  cluster: string
  logFile: string
  user: SystemUser | undefined
  binaries: Binaries
}

export const PORT = 5432
const POINTER_NAME = 'database-location.txt'
const MAX_SOCKET_PATH = 100

export function findPlace(dataDirSetting: string, systemFolder: string): Place {
  const dataDir = openDataDir(dataDirSetting)
  const pointer = join(dataDir, POINTER_NAME)
  const inside = join(dataDir, 'postgres')
  const isOutside = existsSync(pointer)
  const cluster = realPath(isOutside ? join(readPointer(pointer), 'postgres') : inside)
  const user = databaseUser(cluster)
  // Root can open its own folder whatever its owner and mode are.
  if (user && existsSync(systemFolder) && !canEnter(systemFolder, user)) chmodSync(systemFolder, 0o711)
  const binaries = prepareBinaries(user, user ? systemFolder : dataDir)
  const place = { dataDir, logFile: join(dataDir, 'postgres.log'), user, binaries }
  if (isOutside || !user || canEnter(dataDir, user)) return { ...place, cluster }
  if (existsSync(inside)) {
    throw new Error(
      `The database in ${inside} belongs to the user ${user.name}, who cannot enter ${dataDir}: ` +
        'grant access, or start as that user',
    )
  }
  return { ...place, cluster: join(placeOutside(pointer, dataDir, systemFolder, user), 'postgres') }
}

const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : path)

function openDataDir(setting: string): string {
  const problem = problemOf(() => {
    mkdirPassable(setting)
    // The slash refuses a file.
    accessSync(`${setting}/`, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  if (problem) throw new Error(`DATA_DIR ${setting} cannot be written (${problem})`)
  return realpathSync(setting)
}

function readPointer(pointer: string): string {
  const folder = readFileSync(pointer, 'utf8').split('\n')[0]!
  const cluster = join(folder, 'postgres')
  const problem = problemOf(() => {
    if (existsSync(cluster)) accessSync(cluster, constants.X_OK)
    else accessSync(folder, constants.W_OK)
  })
  if (problem === 'ENOENT') {
    throw new Error(
      `The database's folder ${folder} is missing: restore it, or delete ${pointer} to start empty`,
    )
  }
  if (problem) {
    throw new Error(
      `The database's folder ${folder} (named in ${pointer}) belongs to another user: start as root`,
    )
  }
  return folder
}

/** The error code, such as EACCES. */
function problemOf(attempt: () => void): string | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** Linked into place: of two first starts one wins, and both read a whole file. */
function placeOutside(pointer: string, dataDir: string, systemFolder: string, user: SystemUser): string {
  mkdirPassable(systemFolder)
  const folder = mkdtempSync(join(realpathSync(systemFolder), `${shortHash(dataDir)}-`))
  chmodSync(folder, 0o711)
  const draft = `${pointer}.${process.pid}`
  writeFileSync(
    draft,
    `${folder}\nThe database is stored there, because the system user ${user.name}, ` +
      'who runs it for root, cannot enter this folder. Back up both folders.\n',
  )
  try {
    linkSync(draft, pointer)
  } catch (error) {
    rmdirSync(folder)
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readPointer(pointer)
}

/** In the cluster, which only its owner can enter, unless the path is too long. */
export function socketFolder({ cluster, user }: Place): string {
  const tooLong = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) > MAX_SOCKET_PATH
  if (!tooLong(cluster)) return cluster
  const short = join(tmpdir(), `fairslot-${shortHash(cluster)}`)
  if (tooLong(short)) throw new Error(`The path of DATA_DIR is too long for a socket, and so is ${short}`)
  makePrivate(short, user)
  return short
}

function makePrivate(folder: string, user: SystemUser | undefined) {
  const self = process.getuid!()
  const owner = user ?? { uid: self, gid: process.getgid!() }
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || (found.uid !== owner.uid && found.uid !== self)) {
    throw new Error(`${folder} belongs to another user, so no socket can be created there: delete it`)
  }
  chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
