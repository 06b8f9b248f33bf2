import { useEffect, useState, type ComponentProps } from 'react'
import { PASSWORD_FAULT_TEXT } from '../../../../contract/admin/accounts.ts'
import { PASSWORD_MIN, passwordFault } from '../../../../domain/password.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { Field, type FieldProps } from '../../../ui/controls.tsx'
import { passwordStrength, type Strength } from './password-strength.ts'
import './password-field.css'

const TEXTS: Readonly<Record<Exclude<Strength, 'short'>, string>> = {
  weak: '약함 · 더 길게 하거나 여러 종류의 문자를 섞어주세요.',
  fair: '보통 · 더 길게 하면 더 안전합니다.',
  strong: '강함',
}

function hintOf(typed: string, common: ReadonlySet<string>): string {
  if (typed === '') return `${PASSWORD_MIN}자 이상이어야 합니다. 기억하기 쉬운 긴 문장도 좋습니다.`
  const strength = passwordStrength(typed, PASSWORD_MIN)
  if (strength === 'short') return `${PASSWORD_MIN - typed.length}자 더 입력해주세요.`
  const fault = passwordFault(typed, { common })
  return fault ? PASSWORD_FAULT_TEXT[fault] : TEXTS[strength]
}

type Props = FieldProps & ComponentProps<'input'> & { isShown: boolean }

export function NewPasswordField({ isShown, onInput, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const common = useCommonPasswords(typed !== '')
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      required
      autoComplete="new-password"
      maxLength={500}
      hint={
        <span className="row settings__strength" data-wrap aria-live="polite">
          {typed !== '' && <StrengthBar strength={passwordStrength(typed, PASSWORD_MIN)} />}
          <span>{hintOf(typed, common)}</span>
        </span>
      }
      onInput={(event) => {
        setTyped(event.currentTarget.value)
        onInput?.(event)
      }}
    />
  )
}

/** Loaded with the first character; without it, the service refuses them. */
function useCommonPasswords(isWanted: boolean): ReadonlySet<string> {
  const [common, setCommon] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!isWanted) return
    import('../../../../domain/frequent-passwords.ts').then(
      ({ FREQUENT_PASSWORDS }) => setCommon(FREQUENT_PASSWORDS),
      () => {},
    )
  }, [isWanted])
  return common
}

const StrengthBar = ({ strength }: { strength: Strength }) => (
  <span className="settings__bar" data-strength={strength} aria-hidden="true" />
)

export function useShownPasswords() {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <Checkbox checked={isShown} onChange={(event) => setShown(event.target.checked)}>
      비밀번호 표시
    </Checkbox>
  )
  return { isShown, toggle }
}
