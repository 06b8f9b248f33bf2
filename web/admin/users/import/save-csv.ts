import { csvFile } from './csv.ts'

/** Saves lines as a file that spreadsheets open. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(csvFile(lines))
  link.download = name
  link.click()
  // Not at once: some browsers only now begin to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
