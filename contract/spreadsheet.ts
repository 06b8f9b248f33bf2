import * as z from 'zod/mini'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A download instead of JSON: the file's name and its bytes. */
export const spreadsheet = z.file().check(z.mime([XLSX]))
