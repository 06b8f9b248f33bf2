import { LATER, lazy, usePreload } from '../../shell/lazy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../components/steps/progress-bar.tsx'
import { EmailStep } from './email-step.tsx'
import { earnedStep, useProgress } from './register-progress.ts'
import { useSignUpSteps } from './use-sign-up-steps.ts'
import './register.css'

const EventName = lazy(() => import('../components/event-name.tsx'), LATER)
const CodeStep = lazy(() => import('./code-step.tsx'))
const ProfileStep = lazy(() => import('./profile-step.tsx'))

const STEPS = ['이메일 입력', '인증번호 확인', '정보 입력'] as const
const HEADINGS = ['이메일을 입력해주세요', '인증번호를 입력해주세요', '회원 정보를 입력해주세요'] as const

export default function RegisterScreen() {
  const [progress, change] = useProgress()
  const step = useSignUpSteps(earnedStep(progress))
  usePreload([CodeStep, ProfileStep])
  return (
    <Page title="회원가입 · 투어·미팅룸 예약" width="narrow">
      <div className="stack" data-gap="24">
        <header className="row">
          <button
            type="button"
            className="tap register__back"
            aria-label="이전으로"
            onClick={() => history.back()}
          >
            <Icon name="back" />
          </button>
          <p className="strong">회원가입</p>
          <EventName />
        </header>
        <ProgressBar steps={STEPS} step={step} />
        <h1 aria-live="polite">{HEADINGS[step - 1]}</h1>
        {step === 1 && <EmailStep progress={progress} change={change} />}
        {step === 2 && <CodeStep progress={progress} change={change} />}
        {step === 3 && <ProfileStep progress={progress} change={change} />}
      </div>
    </Page>
  )
}
