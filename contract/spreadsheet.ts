import * as z from 'zod/mini'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file instead of JSON. */
export const spreadsheet = z.file().check(z.mime([XLSX]))
