import { expect, test } from 'vitest'
import { build } from 'vite'
import { browserContract } from './browser-contract.ts'
import { contractPieces } from './contract-pieces.ts'

type Output = { name: string; fileName: string; code: string; imports: string[] }

/** Two screens that use the same file of the contract, built as the real ones are. */
async function buildTwoScreens(): Promise<Output[]> {
  const screens: Record<string, string> = {
    '/web/reads.ts': `import { listEventDates, type EventDate } from '${import.meta.dirname}/../contract/event-date.ts'
console.log(listEventDates as unknown as EventDate)`,
    '/web/writes.ts': `import { listEventDates, addEventDates as add } from '${import.meta.dirname}/../contract/event-date.ts'
console.log(listEventDates, add)`,
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'screens',
        enforce: 'pre',
        resolveId: (id) => (id in screens ? id : null),
        load: (id) => screens[id] ?? null,
      },
      contractPieces,
      browserContract,
    ],
    build: { write: false, minify: false, rolldownOptions: { input: Object.keys(screens) } },
  })
  return (built as unknown as { output: Output[] }).output
}

test('who only reads loads neither the forms of the same file nor the schema library', async () => {
  const files = await buildTwoScreens()
  const loadedBy = (name: string) => {
    const names = [files.find((each) => each.name === name)!.fileName]
    for (const fileName of names)
      names.push(
        ...files.find((each) => each.fileName === fileName)!.imports.filter((one) => !names.includes(one)),
      )
    return files
      .filter(({ fileName }) => names.includes(fileName))
      .map(({ code }) => code)
      .join('\n')
  }
  expect(loadedBy('reads')).toContain('/api/user/event-dates/')
  expect(loadedBy('reads')).not.toContain('/api/admin/event-dates/bulk/')
  expect(loadedBy('reads')).not.toContain('ZodMini')
  expect(loadedBy('writes')).toContain('/api/user/event-dates/')
  expect(loadedBy('writes')).toContain('/api/admin/event-dates/bulk/')
  expect(loadedBy('writes')).toContain('ZodMini')
})
