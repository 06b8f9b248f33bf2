import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canUseApt, updateApt } from './apt.mjs'
import { root, step } from './run.mjs'

const folder = join(root, '.cache/nginx')
const places = ['/usr/sbin/nginx', join(folder, 'usr/sbin/nginx')]

/** Unpacks Debian's nginx if it is missing; installing it would start a server. */
export async function ensureNginx() {
  if (!isThere() && canUseApt() && !(await step('Unpacking nginx', unpack))) {
    await updateApt()
    await step('Unpacking nginx', unpack)
  }
  if (!isThere()) console.log('No nginx found: the tests of deploy/nginx.conf and of a failover are left out')
}

const isThere = () => places.some((path) => existsSync(path))

async function unpack() {
  mkdirSync(folder, { recursive: true })
  // apt downloads as its own user, who cannot write here.
  const options = { cwd: folder, stdio: 'ignore' }
  if (spawnSync('apt-get', ['download', '-o', 'APT::Sandbox::User=root', 'nginx'], options).status !== 0)
    return false
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
  return spawnSync('dpkg-deb', ['--extract', file, folder], options).status === 0
}
