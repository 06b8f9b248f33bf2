import { useEffect, useId, useRef, useState } from 'react'
import type { CallInput } from '../../../contract/endpoint.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { changeMember, getMember, listMembers } from '../../../contract/member-list.ts'
import type { Member } from '../../../contract/my-account.ts'
import { ApiError, call } from '../../api.ts'
import { refresh } from '../../query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FormError } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { adminToast } from '../../ui/toast.ts'
import { differences } from './differences.ts'
import { withReason } from './with-reason.ts'
import { TierSwitches } from './tier-switches.tsx'

const FAILED = '사용자 정보 수정에 실패했습니다.'

type Props = { member: Member; onClose: () => void }

/** Changes a member. What another administrator did meanwhile is shown before it can be overwritten. */
export function EditDialog({ member, onClose }: Props) {
  // What the fields begin with; another one begins anew with what is stored now.
  const [from, setFrom] = useState(member)
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <DeletedDialog name={member.name} onClose={onClose} />
  return (
    <EditForm
      key={JSON.stringify(from)}
      member={from}
      onStartOver={setFrom}
      onDeleted={() => setDeleted(true)}
      onClose={onClose}
    />
  )
}

type FormProps = Props & { onStartOver: (latest: Member) => void; onDeleted: () => void }

function EditForm({ member, onStartOver, onDeleted, onClose }: FormProps) {
  const formId = useId()
  // What somebody else stored after this form was filled; from then on saving means to overwrite that.
  const [latest, setLatest] = useState<Member | null>(null)
  const one = { params: { id: String(member.id) } }
  const form = useForm({
    schema: changeMember.body!,
    initial: initialOf(member),
    complete: (typed) => ({ ...typed, expected: latest ?? member }),
    submit: async (body) => {
      try {
        await change(one, body, setLatest)
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return onDeleted()
        throw failure
      } finally {
        void refresh(listMembers)
      }
      onClose()
    },
    failed: (failure) => {
      // The notice above the fields says it, and takes the focus.
      if (failure instanceof Overtaken) return undefined
      adminToast.error(FAILED)
      return withReason(FAILED, failure)
    },
  })
  return (
    <Dialog
      title="회원 정보 수정"
      // What is under way is not called off by closing.
      onClose={() => !form.pending && onClose()}
      actions={
        <>
          <Button onClick={() => !form.pending && onClose()}>취소</Button>
          <Button type="submit" form={formId} kind="primary" pending={form.pending}>
            {latest ? '내 내용으로 저장' : '저장'}
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="stack">
        {latest && (
          <OvertakenNotice
            key={JSON.stringify(latest)}
            member={member}
            latest={latest}
            onStartOver={() => onStartOver(latest)}
          />
        )}
        <MemberFields member={member} field={form.field} />
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}

type One = { params: { id: string } }
type Changes = CallInput<typeof changeMember>['body']

/** Somebody else was faster, and what they stored is known. */
class Overtaken extends Error {}

/** Stores the changes; when somebody else was faster, fetches what they stored, and throws `Overtaken`. */
async function change(one: One, body: Changes, overtakenBy: (latest: Member) => void) {
  try {
    const { message } = await call(changeMember, { ...one, body })
    adminToast.success(message)
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'changed_meanwhile')) throw failure
    overtakenBy(await call(getMember, one))
    throw new Overtaken()
  }
}

const initialOf = ({ name, email, phone, company_name, position }: Member) => ({
  name,
  email,
  phone,
  company_name,
  position,
})

type FieldOf = (name: string) => {
  name: string
  defaultValue: string | number | undefined
  error: string | undefined
}

const MemberFields = ({ member, field }: { member: Member; field: FieldOf }) => (
  <>
    <Field label="이름" required maxLength={100} autoComplete="off" {...field('name')} />
    <Field label="이메일" type="email" required maxLength={254} autoComplete="off" {...field('email')} />
    <PhoneField label="전화번호" required autoComplete="off" {...field('phone')} />
    <Field label="회사명" required maxLength={100} autoComplete="off" {...field('company_name')} />
    <Field label="직책" required maxLength={100} autoComplete="off" {...field('position')} />
    <TierSwitches flags={member} />
  </>
)

type OvertakenProps = { member: Member; latest: Member; onStartOver: () => void }

/** What was stored by somebody else since the form was filled, and the way to begin from there. */
function OvertakenNotice({ member, latest, onStartOver }: OvertakenProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className="users__conflict stack" data-gap="8" role="alert" tabIndex={-1} ref={ref}>
      <p className="strong">{ERRORS.changed_meanwhile.text}</p>
      <dl className="facts">
        {differences(member, latest).map(({ name, before, after }) => (
          <div key={name} className="users__difference">
            <dt>{name}</dt>
            <dd>
              <del className="muted">{before}</del> → <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <Button size="small" onClick={onStartOver}>
          최신 내용으로 다시 작성
        </Button>
      </div>
    </div>
  )
}

const DeletedDialog = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <Dialog
    kind="alert"
    title="삭제된 회원입니다"
    onClose={onClose}
    actions={
      <Button kind="primary" data-autofocus onClick={onClose}>
        확인
      </Button>
    }
  >
    다른 관리자가 {name} 회원을 먼저 삭제하여 저장할 수 없습니다.
  </Dialog>
)
