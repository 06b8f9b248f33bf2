import { madridDate, wallDate, type Instant } from '../../../domain/madrid-time.ts'
import { tierWord } from '../../../domain/tier-word.ts'
import type { Member } from '../../../contract/member.ts'
import { readAtLength, type Db } from '../../database/transaction.ts'
import type { StreamedFile } from '../../http/streamed-file.ts'
import type { Column, Spreadsheets } from '../../spreadsheet/spreadsheets.ts'
import { pageMembers, type Which } from './queries.ts'

type Listed = Member & { created_at: Date }

const COLUMNS: readonly Column<Listed>[] = [
  { header: '회원번호', width: 10, value: (member) => member.id },
  { header: '이름', width: 14, value: (member) => member.name },
  { header: '회사명', width: 24, value: (member) => member.company_name },
  { header: '직책', width: 14, value: (member) => member.position },
  { header: '전화번호', width: 16, value: (member) => member.phone },
  { header: '이메일', width: 30, value: (member) => member.email },
  { header: '등급', width: 8, value: tierWord },
  { header: '가입일시', width: 18, value: ({ created_at }) => wallDate(created_at.getTime()) },
]

/** All pages come from one database snapshot. */
export const exportMemberList = (
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  which: Which,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.write({
    name: `회원목록_${madridDate(now)}`,
    columns: COLUMNS,
    fill: (add) =>
      readAtLength(db, async (tx) => {
        for await (const page of pageMembers(tx, which)) await add(page)
      }),
  })
