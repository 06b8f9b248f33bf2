import { listMails, sendTestMail } from '../../../contract/admin/mails.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { failureText } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { saySaved } from '../components/say-saved.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminToast } from '../../ui/toast.ts'
import './test-mail-form.css'

const FAILED = '테스트 메일을 보내지 못했습니다.'

export function TestMailForm() {
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
  <div className="settings__notice">
    <p className="strong">메일 서버가 설정되지 않아 메일이 실제로 발송되지 않습니다.</p>
    <p>
      모든 메일은 서버의 <code className="settings__path">{folder}</code> 폴더에 파일로 저장됩니다. 실제로
      보내려면 SMTP_URL을 설정하고 서버를 다시 시작해주세요.
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
    failed: (failure) => {
      const text = failureText(failure, FAILED)
      adminToast.error(text)
      return text
    },
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
