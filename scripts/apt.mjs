import { existsSync } from 'node:fs'
import { run, step } from './run.mjs'

export const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

export const updateApt = () =>
  step('Asking for the list of packages', () => run('apt-get', ['update'], { quiet: true }))

export const aptInstall = (name) =>
  step(`Installing ${name}`, () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    }),
  )
