import { useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { downloadMyData } from '../../../contract/own-data.ts'
import { reservationsIn, STATUS_TEXT, type ReservationLists } from '../../../contract/reservation.ts'
import { VISITOR_FIELDS, type VisitorField } from '../../../contract/visitor.ts'
import { WAITLIST_STATE_TEXT } from '../../../contract/text/waitlist-text.ts'
import type { WaitlistEntry } from '../../../contract/waitlist.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { ApiError } from '../../api/client.ts'
import { fetchFile, saveFile } from '../../api/download.ts'
import { longMoment } from '../../components/moment-text.ts'
import { timeRange } from '../../components/reservation/reservation-text.ts'
import { wantedRange } from '../../components/waitlist-entry-text.ts'
import { PATHS } from '../../paths.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { ErrorState, Skeletons, Page } from '../../ui/page.tsx'
import './own-data.css'

type Row = Readonly<Record<string, string | number | null>>
type OwnData = Readonly<Record<string, Row | readonly Row[] | null>> & {
  event_name: string
  made_at: string
  reservations: ReservationLists
  waitlist: readonly WaitlistEntry[]
}

/** Everything that the file contains, to read and to print. */
export default function OwnDataPage() {
  const [file, setFile] = useState<Awaited<ReturnType<typeof read>> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { withLabel } = useTierLabels()
  const load = useCallback(
    () =>
      read().then(setFile, (cause: unknown) =>
        setFailure(cause instanceof ApiError ? cause.text : '네트워크를 확인한 뒤 다시 시도해주세요.'),
      ),
    [],
  )
  useEffect(() => void load(), [load])
  const retry = () => {
    setFailure(null)
    void load()
  }
  return (
    <Page title="내 데이터 · 투어·미팅룸 예약">
      <div className="stack" data-gap="24">
        <h1>내 데이터</h1>
        {file ? (
          <>
            <p {...figures('muted')}>{`${file.data.event_name} · ${longMoment(file.data.made_at)} 기준`}</p>
            <div className="row screen-only" data-wrap>
              <Button onClick={() => print()}>인쇄</Button>
              <Button onClick={() => saveFile(file.blob, file.name)}>파일로 저장 (JSON)</Button>
            </div>
            {sectionsOf(file.data, withLabel).map(({ title, rows }) => (
              <section key={title} className="stack" data-gap="8" aria-label={title}>
                <h2>{title}</h2>
                {rows.length === 0 && <p className="muted">없음</p>}
                {rows.map((lines, i) => (
                  <dl key={i} className="facts card" translate="no">
                    {lines.flatMap(([label, text]) => [
                      <dt key={label}>{label}</dt>,
                      <dd key={`${label} text`}>{text}</dd>,
                    ])}
                  </dl>
                ))}
              </section>
            ))}
          </>
        ) : failure === null ? (
          <Skeletons count={4} shape="card" />
        ) : (
          <ErrorState title="내 데이터를 불러오지 못했습니다." onRetry={retry}>
            {failure}
          </ErrorState>
        )}
        <Link className="button screen-only" to={PATHS.profile}>
          프로필로 돌아가기
        </Link>
      </div>
    </Page>
  )
}

async function read() {
  const { file, name } = await fetchFile(downloadMyData, {})
  return { blob: file, name, data: JSON.parse(await file.text()) as OwnData }
}

type Line = readonly [label: string, text: string]
type Section = { title: string; rows: Line[][] }

const PARTS = {
  history: '예약 기록',
  mails: '메일',
  reminders: '예약 알림',
  devices: '푸시 알림을 받는 기기',
  calendar_link: '캘린더 구독',
  sessions: '로그인한 기기',
  known_devices: '기억하는 기기',
  failed_logins: '실패한 로그인',
}

/** In the order of the lines; fields without a label are left to the file. */
const LABELS = {
  name: '이름',
  company_name: '회사',
  position: '직책',
  phone: '전화번호',
  email: '이메일',
  reservation_id: '예약 번호',
  at: '시각',
  action_text: '내용',
  by: '한 사람',
  reason: '사유',
  subject: '제목',
  text: '본문',
  to_address: '받는 주소',
  device: '기기',
  network: '네트워크',
  created_at: '등록',
  sent_at: '발송',
  starts_at: '예약 시작',
  due_at: '알림 시각',
  last_told_at: '마지막 알림',
  last_used_at: '마지막 사용',
  last_seen_at: '마지막 사용',
  expires_at: '만료',
}

const WORDS: Readonly<Record<string, string>> = { member: '본인', admin: '관리자', service: '서버' }

function sectionsOf(data: OwnData, withLabel: ReturnType<typeof useTierLabels>['withLabel']): Section[] {
  const reservations = reservationsIn(data.reservations).map(withLabel)
  const waitlist = data.waitlist.map(withLabel)
  return [
    { title: '회원 정보', rows: linesOf(data['member']) },
    {
      title: '예약',
      rows: reservations.map((one): Line[] => [
        ['예약 번호', String(one.id)],
        ...(one.type === 'VIP_TOUR'
          ? placed('투어', one.available_tour.docent.name, one.available_tour.event_date.date)
          : placed('미팅', one.room.name, one.event_date.date)),
        ['시간', timeRange(one)],
        ['상태', STATUS_TEXT[one.status]],
        ...visitorLines(one),
      ]),
    },
    {
      title: '자리 대기',
      rows: waitlist.map((entry): Line[] => [
        ...(entry.type === 'VIP_TOUR'
          ? placed('투어', entry.docent.name, entry.event_date.date)
          : placed('미팅', entry.room.name, entry.event_date.date)),
        ['시간', wantedRange(entry)],
        ['상태', WAITLIST_STATE_TEXT[entry.state]],
        ...visitorLines(entry),
      ]),
    },
    ...Object.entries(PARTS).map(([part, title]) => ({ title, rows: linesOf(data[part]) })),
  ]
}

const placed = (kind: string, place: string, date: string): Line[] => [
  ['종류', kind],
  [kind === '투어' ? '도슨트' : '미팅룸', place],
  ['날짜', koreanDate(date)],
]

function visitorLines({ visitor, note }: { visitor: object; note: string | null }): Line[] {
  const given = visitor as Partial<Record<VisitorField['field'], string | number>>
  const lines = VISITOR_FIELDS.map(({ field, label }): Line => [label, String(given[field] ?? '')])
  return [...lines, ['요청 사항', note ?? ''] as const].filter(([, text]) => text !== '')
}

const linesOf = (part: OwnData[string] | undefined): Line[][] =>
  [part ?? []].flat().map((row) =>
    Object.entries(LABELS).flatMap(([field, label]): Line[] => {
      const value = row[field]
      return value ? [[label, textOf(String(value))]] : []
    }),
  )

const textOf = (text: string) => (/^\d{4}-\d\d-\d\dT/.test(text) ? longMoment(text) : (WORDS[text] ?? text))
