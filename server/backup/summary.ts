import type { Manifest } from './manifest.ts'

export function summary({ taken_at, program, schema, postgres, tables, files }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  const told = ['event_dates', 'docents', 'rooms', 'slots', 'members', 'reservations', 'mails', 'admins']
  return [
    `Backup of ${taken_at}, schema ${schema.version} (program ${program}, PostgreSQL ${postgres})`,
    `  ${told.map((name) => `${name} ${rows(name)}`).join(', ')}`,
    `  ${tables.reduce((sum, table) => sum + table.rows, 0)} rows in ${tables.length} tables, ${files.length} files`,
  ].join('\n')
}
