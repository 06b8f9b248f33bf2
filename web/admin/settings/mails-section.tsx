import { useState } from 'react'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listMails, MAIL_STATUSES, sendTestMail, type ListedMail } from '../../../contract/admin/mails.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { lazy } from '../../shell/lazy.tsx'
import { resend } from '../components/resend-mail.ts'
import { useMails } from '../components/use-mails.ts'
import { useMay } from '../components/use-may.ts'
import { useSelection } from '../components/use-selection.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { useLastPage } from '../components/use-pages.ts'
import { pageOf, useQueryParams } from '../components/use-query-params.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { EmptyState, Skeleton, Skeletons } from '../../ui/page.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { MessageButton } from '../components/messages/message-button.tsx'
import { canChoose, MailTable } from './mail-table.tsx'
import { MAIL_STATUS } from '../components/mail-text.ts'
import { ResendMany } from './resend-many.tsx'
import { ResendDialog } from '../components/resend-dialog.tsx'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { sayFailure } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { saySaved } from '../components/say-saved.ts'
import { adminToast } from '../../ui/toast.ts'
import { figures } from '../../ui/figures.ts'
import './test-mail-form.css'

const FailedDeliveries = lazy(() => import('./integrations/failed-deliveries.tsx'))

/** Loaded only if a delivery failed. */
function LateFailedDeliveries() {
  const may = useMay()
  const failed = useRead(getAttention, {}).data?.failed_deliveries ?? 0
  return failed > 0 && may({ role: 'owner' }) && <FailedDeliveries />
}

const FILTERS = [
  { id: 'all', label: '전체' } as const,
  ...MAIL_STATUSES.map((id) => ({ id, label: MAIL_STATUS[id].text })),
]

export default function MailsSection() {
  const { status, search, page, change } = useMailQuery()
  const mails = useMails({ status, search, page: String(page) })
  const reads = useReads({ mails }, '메일 목록을 불러오는데 실패했습니다.', { isBanner: true })
  useLastPage(page, PAGE_SIZE.log, mails)
  const shown = mails.data?.results.filter(canChoose) ?? []
  const selection = useSelection(
    shown.map(({ id }) => id),
    { forgetsGone: true },
  )
  const [resending, setResending] = useState<ListedMail | null>(null)
  return (
    <div className="stack">
      <TestMailForm />
      <div className="toolbar">
        <SearchField
          label="메일 검색"
          placeholder="받는 사람, 제목"
          value={search}
          onSearch={(words) => change({ search: words, page: undefined }, { replace: true })}
        />
        <ChoiceBar
          label="상태"
          choices={FILTERS}
          chosen={status ?? 'all'}
          onChoose={(id) => change({ status: id === 'all' ? undefined : id, page: undefined })}
        />
        <MessageButton audience={{ members: {} }} />
      </div>
      <LateFailedDeliveries />
      <ResendMany chosen={selection.chosen} onSent={selection.clear} />
      <LoadState reads={reads} skeleton={<Skeletons count={8} shape="cell" />}>
        {({ mails: { count, results } }) => (
          <>
            <p {...figures('muted')} role="status">
              메일 {count.toLocaleString('ko')}통
            </p>
            {count > 0 ? (
              <MailTable
                mails={results}
                isBusy={reads.isBusy}
                selection={selection}
                onResend={(mail) => (mail.status === 'sent' ? setResending(mail) : void resend(mail))}
              />
            ) : (
              <NoMails
                isFiltered={search !== '' || status !== undefined}
                onShowAll={() => change({ search: undefined, status: undefined, page: undefined })}
              />
            )}
            <Pager
              label="메일 목록 페이지"
              page={page}
              count={count}
              pageSize={PAGE_SIZE.log}
              onPage={(to) => change({ page: to === 1 ? undefined : to })}
            />
          </>
        )}
      </LoadState>
      {resending && <ResendDialog mail={resending} onClose={() => setResending(null)} />}
    </div>
  )
}

function useMailQuery() {
  const { values, change } = useQueryParams()
  const status = MAIL_STATUSES.find((each) => each === values.get('status'))
  return { status, search: values.get('search') ?? '', page: pageOf(values.get('page')), change }
}

function NoMails({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState title="보낸 메일이 없습니다.">
        예약이 신청되거나 처리되면 안내 메일이 이곳에 나타납니다. 위에서 테스트 메일을 보내볼 수 있습니다.
      </EmptyState>
    )
  return (
    <EmptyState title="조건에 맞는 메일이 없습니다.">
      <p>받는 사람의 주소나 제목의 일부로 찾을 수 있습니다.</p>
      <Button onClick={onShowAll}>검색과 필터 지우기</Button>
    </EmptyState>
  )
}

const FAILED = '테스트 메일을 보내지 못했습니다.'

function TestMailForm() {
  const { data } = useRead(eventSettings.get, {})
  return (
    <section className="card stack" data-gap="12" aria-labelledby="test-mail">
      <h2 id="test-mail">발송 테스트</h2>
      {data && data.mail_folder !== null && <NoMailServer folder={data.mail_folder} />}
      {data ? <AddressForm contact={data.contact_email} /> : <Skeleton shape="control" />}
    </section>
  )
}

const NoMailServer = ({ folder }: { folder: string }) => (
  <div className="caution">
    <p className="strong">메일 서버가 설정되지 않아 메일이 실제로 발송되지 않습니다.</p>
    <p>
      모든 메일은 서버의 <code className="strong">{folder}</code> 폴더에 파일로 저장됩니다. 실제로 보내려면
      SMTP_URL을 설정하고 서버를 다시 시작해주세요.
    </p>
  </div>
)

function AddressForm({ contact }: { contact: string }) {
  const form = useForm({
    schema: sendTestMail.body!,
    initial: { to: contact },
    submit: async (body) => {
      const { message } = await call(sendTestMail, { body })
      saySaved(form.props.ref.current)
      adminToast.success(message)
      await refresh(listMails)
    },
    failed: (failure) => sayFailure(failure, FAILED),
  })
  return (
    <form {...form.props} className="stack" data-gap="12">
      <div className="settings__send">
        <Field
          label="받는 주소"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          hint="다른 메일과 똑같은 방법으로 발송됩니다. 결과는 아래 목록에 나타납니다."
          {...form.field('to')}
        />
        <Button type="submit" kind="primary" pending={form.pending}>
          테스트 메일 보내기
        </Button>
      </div>
      <FormError text={form.error} />
    </form>
  )
}
