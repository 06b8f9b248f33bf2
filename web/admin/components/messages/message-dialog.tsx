import { useState } from 'react'
import { listMails } from '../../../../contract/admin/mails.ts'
import { sendMessage, type AudienceInput } from '../../../../contract/admin/messages.ts'
import { MAX_LENGTH } from '../../../../contract/field.ts'
import { call } from '../../../api/client.ts'
import { refresh, useRead } from '../../../api/reads/use-read.ts'
import { useWriteKey } from '../../../api/writes/retrying-call.ts'
import { Field } from '../../../ui/controls.tsx'
import { figures } from '../../../ui/figures.ts'
import { forgetDraft, isEdited, readDraft, readForm, TextField, useForm } from '../../../ui/form/form.tsx'
import { ReadError, Skeleton } from '../../../ui/page.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { FormDialog } from '../form-dialog.tsx'
import { useSettled } from '../use-settled.ts'
import { failureText, sayFailure } from '../with-toast.ts'
import { AudienceFields } from './audience-fields.tsx'
import { audienceText, type MessageTo } from './audience-text.ts'
import './message-dialog.css'

const DRAFT = 'message'

type Texts = Record<string, string>
type Props = MessageTo & { onClose: () => void }

export default function MessageDialog({ onClose, ...given }: Props) {
  // As it was opened, also after midnight.
  const [to, setTo] = useState<MessageTo>(given)
  const { audience } = to
  const [typed, setTyped] = useState(() => readDraft(DRAFT))
  const read = useRead(sendMessage, { body: { audience, dry_run: true } })
  const count = read.data?.count
  const keyOf = useWriteKey()
  const form = useForm({
    schema: sendMessage.body!,
    draft: DRAFT,
    complete: (written) => ({ ...written, audience }),
    submit: async ({ subject, text }) => {
      const body = { audience, subject, text }
      const { message } = await call(sendMessage, { body }, { idempotencyKey: keyOf(body) })
      adminToast.success(message)
      void refresh(listMails)
      onClose()
    },
    failed: (failure) => sayFailure(failure, '메시지를 보내지 못했습니다.'),
  })
  const close = () => {
    if (isEdited(form.props.ref.current!)) forgetDraft(DRAFT)
    onClose()
  }
  return (
    <FormDialog
      title="메시지 보내기"
      wide
      form={form}
      action={count ? `${count.toLocaleString('ko')}명에게 보내기` : '보내기'}
      disabled={!count}
      onClose={close}
    >
      <AudienceFields audience={audience} onChange={(chosen) => setTo({ ...to, audience: chosen })} />
      <div role="status">
        {read.isError ? (
          <ReadError title={failureText(read.error, '받는 사람을 확인하지 못했습니다.')} read={read} />
        ) : (
          <p {...figures('strong')}>{count === undefined ? <Skeleton /> : audienceText(to, count)}</p>
        )}
      </div>
      <div className="message">
        <div
          className="stack"
          data-gap="12"
          onInput={() => setTyped(readForm(form.props.ref.current!) as Texts)}
        >
          <Field label="제목" maxLength={MAX_LENGTH.name} {...form.field('subject')} data-autofocus />
          <TextField label="내용" rows={8} maxLength={MAX_LENGTH.feedback} {...form.field('text')} />
        </div>
        <Preview audience={audience} typed={typed} />
      </div>
    </FormDialog>
  )
}

/** As the first recipient gets it. */
function Preview({ audience, typed }: { audience: AudienceInput; typed: Texts }) {
  const subject = useSettled((typed['subject'] ?? '').trim())
  const text = useSettled((typed['text'] ?? '').trim())
  const enabled = subject !== '' && text !== ''
  const body = { audience, subject, text, dry_run: true }
  const read = useRead(sendMessage, { body }, { enabled, keepPrevious: true })
  const data = enabled ? read.data : undefined
  if (enabled && read.isError)
    return <ReadError title={failureText(read.error, '미리보기를 만들지 못했습니다.')} read={read} />
  return (
    <section className="card small message__preview" aria-label="미리보기">
      {data?.preview
        ? `${data.preview.subject}\n\n${data.preview.text}`
        : data
          ? '받는 사람이 없어 미리보기가 없습니다.'
          : '제목과 내용을 입력하면 받는 사람이 볼 메일이 여기에 나타납니다.'}
    </section>
  )
}
