import * as z from 'zod/mini'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV = 'text/csv'

/** Default `xlsx`. */
export const fileFormat = z.optional(z.enum(['xlsx', 'csv']))
export type FileFormat = NonNullable<z.output<typeof fileFormat>>
export type InFormat = { format?: FileFormat | undefined }

/** A file instead of JSON. */
export const spreadsheet = z.file().check(z.mime([XLSX, CSV]))
