import type { InFormat } from '../../../contract/spreadsheet.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { readAtLength, type Db } from '../../database/transaction.ts'
import type { StreamedFile } from '../../http/streamed-file.ts'
import { MEMBER_COLUMNS } from '../../spreadsheet/columns.ts'
import type { Spreadsheets } from '../../spreadsheet/spreadsheets.ts'
import { pageMembers, type Which } from './queries.ts'

/** The filtered members as a file, from one database snapshot. */
export const exportMemberList = (
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  { format, ...which }: Which & InFormat,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.write({
    name: `회원목록_${madridDate(now)}`,
    format,
    columns: MEMBER_COLUMNS,
    fill: (add) =>
      readAtLength(db, async (tx) => {
        for await (const page of pageMembers(tx, which)) await add(page)
      }),
  })
