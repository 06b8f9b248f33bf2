import { spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnvironmentFile } from './environment-file.ts'

const ROOT = join(import.meta.dirname, '../..')
const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** User, group and settings that the unit in deploy/ names. */
export type Service = { user: string; group: string; settings: Record<string, string> }

/** Undefined without the file of settings, as in a container. */
export function findService(): Service | undefined {
  const unit = readFileSync(join(ROOT, 'deploy/fairslot@.service'), 'utf8')
  const valuesOf = (name: string) =>
    Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value!)
  const files = valuesOf('EnvironmentFile')
  try {
    accessSync(files.at(-1)!, constants.R_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new NotAllowed(files.at(-1)!)
  }
  if (process.getuid?.() !== 0) throw new NotAllowed(files.at(-1)!)
  // The port is a part of each unit's name.
  const own = valuesOf('Environment').flatMap((line) => line.split(' ').filter((each) => !each.includes('%')))
  const settings = [own.join('\n'), ...files.map((file) => readFileSync(file, 'utf8'))]
  return {
    user: valuesOf('User')[0]!,
    group: valuesOf('Group')[0]!,
    settings: Object.assign({}, ...settings.map(parseEnvironmentFile)) as Record<string, string>,
  }
}

class NotAllowed extends Error {
  constructor(file: string) {
    super(`Only root can use the settings in ${file}: sudo fairslot ${process.argv.slice(2).join(' ')}`)
  }
}

/** Nothing of the caller's environment gets in. Returns the exit code. */
export async function runAsService(
  { user, group, settings }: Service,
  program: string[],
  stdio: StdioOptions,
  stopped: AbortSignal,
): Promise<number> {
  const identity = ['--reuid', user, '--regid', group, '--init-groups', '--inh-caps=-all', '--no-new-privs']
  process.umask(0o077)
  const child = spawn('setpriv', [...identity, join(ROOT, 'scripts/node'), ...program], {
    cwd: ROOT,
    env: { PATH: SEARCH_PATH, USER: user, ...settings },
    stdio,
  })
  const stop = () => child.kill()
  if (stopped.aborted) stop()
  stopped.addEventListener('abort', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

/** As systemd does before the first start. */
export function makeDataDir({ user, group, settings }: Service) {
  const folder = settings['DATA_DIR']
  if (folder && !existsSync(folder))
    spawnSync('install', ['-d', '-m', '700', '-o', user, '-g', group, folder], { stdio: 'inherit' })
}
