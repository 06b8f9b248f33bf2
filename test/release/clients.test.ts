import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, TODAY } from '../app.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeMember,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
} from '../make.ts'

const ROOT = join(import.meta.dirname, '../..')
const NODE = join(ROOT, 'scripts/node')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
const run = promisify(execFile)

/** `npm run check:release` installs them there. */
const PACKAGES = join(ROOT, '.cache/release/clients/node_modules')
const hasGenerators = existsSync(join(PACKAGES, 'openapi-fetch'))
if (!hasGenerators) console.log('No generators of clients found: npm run check:release installs them')

const COMPILER = {
  compilerOptions: {
    strict: true,
    allowJs: true,
    checkJs: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    rootDir: '.',
    outDir: 'built',
  },
  include: ['*.mjs', 'generated'],
}

type Folder = { folder: string; document: string }

async function generateFunctions({ folder, document }: Folder) {
  const config = {
    input: document,
    output: { path: join(folder, 'generated'), importFileExtension: '.js' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  }
  const file = join(folder, 'generator.config.json')
  writeFileSync(file, JSON.stringify(config))
  const generator = join(PACKAGES, '@hey-api/openapi-ts/bin/run.js')
  await run(NODE, [generator, '--file', file, '--no-log-file'], { cwd: folder })
}

async function generatePaths({ folder, document }: Folder) {
  const generator = join(PACKAGES, 'openapi-typescript/bin/cli.js')
  await run(NODE, [generator, document, '--output', join(folder, 'generated/paths.ts')])
  symlinkSync(PACKAGES, join(folder, 'node_modules'))
}

describe.skipIf(!hasGenerators)('a client that is generated from the API document', () => {
  test.each([
    ['of functions, by @hey-api/openapi-ts', 'functions.mjs', generateFunctions],
    ['of paths, by openapi-typescript', 'paths.mjs', generatePaths],
  ])(
    '%s, compiles strictly, books, decides, and sees refusals as typed errors',
    async (_of, program, generate) => {
      const app = await startTestApp()
      const origin = await app.listen()
      const folder = mkdtempSync(join(tmpdir(), 'fairslot-client-'))
      onTestFinished(async () => {
        await app.stop()
        rmSync(folder, { recursive: true })
      })
      const document = join(folder, 'openapi.json')
      writeFileSync(document, await (await fetch(`${origin}/api/openapi.json`)).text())
      await generate({ folder, document })
      copyFileSync(join(import.meta.dirname, 'clients', program), join(folder, program))
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      const { stdout: problems } = await run(TSC, ['--project', folder]).catch(
        (error: { stdout: string }) => error,
      )
      expect(problems).toBe('')

      const member = await makeMember(app.db)
      const admin = await makeAdmin(app)
      const day = await makeEventDate(app.db)
      const room = await makeRoom(app.db)
      await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00', '12:00')
      await makeRoomSlots(app.db, day, room, '10:00')
      const env = {
        origin,
        date: TODAY,
        phone: member.phone,
        name: member.name,
        admin: admin.name,
        password: admin.password,
      }
      const { stdout } = await run(NODE, [join(folder, 'built', program)], {
        env: { ...process.env, ...env },
      })
      expect(JSON.parse(stdout)).toEqual({
        booked: ['PENDING', 'PENDING'],
        refusal: [409, 'slot_taken', 'string'],
        decided: ['APPROVED', 'APPROVED'],
        moved: ['11:00', '12:00'],
        kept: ['APPROVED', true],
        listed: [1, 1],
        revoked: [401, 'not_authenticated'],
        board: [room.name, TODAY],
      })
    },
  )
})
