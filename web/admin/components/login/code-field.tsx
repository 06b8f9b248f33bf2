import { useState, type ComponentProps, type MouseEvent, type RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, type FieldProps } from '../../../ui/field.tsx'

type Props = Omit<FieldProps, 'label' | 'hint'> &
  Pick<ComponentProps<'input'>, 'defaultValue' | 'disabled'> & {
    input: RefObject<HTMLInputElement | null>
  }

export function CodeField({ input, ...field }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const change = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    setRecovery(!isRecovery)
    const typed = currentTarget.form?.elements.namedItem(field.name)
    if (!(typed instanceof HTMLInputElement)) return
    // Tells the form, which clears the error of the other code.
    typed.value = ''
    typed.dispatchEvent(new Event('input', { bubbles: true }))
    typed.focus()
  }
  return (
    <div className="stack" data-gap="4">
      <Field
        {...field}
        ref={input}
        label={isRecovery ? '복구 코드' : '인증 앱의 6자리 코드'}
        hint={
          isRecovery
            ? '2단계 인증을 설정할 때 보관한 코드 가운데 하나를 입력해주세요. 한 번 쓴 코드는 다시 쓸 수 없습니다.'
            : '비밀번호를 확인했습니다. 휴대폰의 인증 앱에 지금 표시된 코드를 입력해주세요.'
        }
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <Button kind="quiet" size="small" disabled={field.disabled} onClick={change}>
          {isRecovery ? '인증 앱의 코드로 로그인' : '휴대폰이 없나요? 복구 코드로 로그인'}
        </Button>
      </div>
    </div>
  )
}
