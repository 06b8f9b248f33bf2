import { csvFile } from './csv.ts'

export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(csvFile(lines))
  link.download = name
  link.click()
  // Some browsers read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
