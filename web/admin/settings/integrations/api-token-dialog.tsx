import { API_SCOPES, addApiToken, listApiTokens } from '../../../../contract/admin/api-tokens.ts'
import { API_SCOPE_TEXT } from '../../../../contract/text/integration-text.ts'
import { madridDate } from '../../../../domain/madrid-time.ts'
import { call } from '../../../api/client.ts'
import { confirmed, failureText } from '../../components/with-toast.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { useNow } from '../../../browser/clock.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { Field } from '../../../ui/controls.tsx'
import { useForm, type Typed } from '../../../ui/form/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'

type Props = { onAdded: (secret: string) => void; onClose: () => void }

/** One checkbox per scope; the call takes a list. */
const complete = ({ chosen, expires_on, ...typed }: Typed) => ({
  ...typed,
  scopes: API_SCOPES.filter((_, at) => (chosen as Typed)[at]),
  expires_on: expires_on || null,
})

export default function ApiTokenDialog({ onAdded, onClose }: Props) {
  const today = madridDate(useNow(60_000))
  const form = useForm({
    schema: addApiToken.body!,
    complete,
    submit: async (body) => {
      const { secret } = await confirmed(() => call(addApiToken, { body }))
      void refresh(listApiTokens)
      onAdded(secret)
    },
    failed: (failure) => failureText(failure, 'API 토큰을 만들지 못했습니다.'),
  })
  return (
    <FormDialog title="API 토큰 만들기" action="토큰 만들기" form={form} onClose={onClose}>
      <Field
        label="이름"
        required
        maxLength={100}
        placeholder="안내 시스템"
        {...form.field('name')}
        hint="토큰으로 한 일은 이 이름으로 기록됩니다."
      />
      <fieldset className="stack" data-gap="4">
        <legend className="strong">권한</legend>
        {API_SCOPES.map((scope, at) => (
          <Checkbox key={scope} name={`chosen.${at}`}>
            {API_SCOPE_TEXT[scope]}
          </Checkbox>
        ))}
        <p className="muted small">
          회원을 등록하거나 수정하려면 회원 읽기도 선택해주세요. 웹훅에는 예약자의 이름과 연락처가 담깁니다.
        </p>
      </fieldset>
      <Field
        label="만료일"
        optional
        type="date"
        min={today}
        hint="비워두면 해지할 때까지 사용할 수 있습니다."
        {...form.field('expires_on')}
      />
    </FormDialog>
  )
}
