import type { ReactNode, SyntheticEvent } from 'react'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { labelledName } from '../../components/tier.tsx'
import { Button } from '../../ui/controls.tsx'
import { ReadError, RetryNote, Skeletons, Page } from '../../ui/page.tsx'
import { ProgressBar } from '../components/steps/progress-bar.tsx'
import { StepBar } from './step-bar.tsx'
import { WIZARDS, type Wizard } from './use-wizard.ts'
import type { WizardState } from './wizard-state.ts'
import { figures } from '../../ui/figures.ts'
import './wizard.css'

type Props = {
  wizard: Wizard
  isReady: boolean
  status?: ReactNode
  children: ReactNode
}

export function StepFrame({ wizard, isReady, status, children }: Props) {
  const { title, steps, headings } = WIZARDS[wizard.kind]
  const { heading, state } = wizard
  const { step } = state
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isReady) wizard.next()
  }
  return (
    <Page title={`${title} · 투어·미팅룸 예약`}>
      <form className="wizard stack" onSubmit={submit} {...wizard.tapping}>
        <p className="strong">{title}</p>
        <ProgressBar steps={steps} step={step} />
        <div className="stack" data-gap="4">
          <h1 ref={heading} tabIndex={-1}>
            {headings[step - 1]}
          </h1>
          <ChosenSoFar state={state} />
        </div>
        {children}
        <StepBar onBack={wizard.back} status={status !== undefined && <div role="status">{status}</div>}>
          <Button type="submit" kind="primary" wide disabled={!isReady}>
            다음
          </Button>
        </StepBar>
      </form>
    </Page>
  )
}

function ChosenSoFar({ state: { step, event_date, place, hour } }: { state: WizardState }) {
  const parts = [
    step > 1 && event_date && shortKoreanDate(event_date.date),
    step > 2 && place && labelledName(place),
    step > 3 && hour !== undefined && `${hour}시`,
  ].filter(Boolean)
  return parts.length > 0 && <p {...figures('muted')}>{parts.join(' · ')}</p>
}

export const NotThere = ({
  read,
  failure = '데이터를 불러오는데 실패했습니다.',
  tiles = false,
}: {
  read: { isError: boolean; isFetching: boolean; isRetrying: boolean; refetch: () => unknown }
  failure?: string
  tiles?: boolean
}) =>
  read.isError ? (
    <ReadError title={failure} read={read} />
  ) : (
    <div className="choice-list" data-tiles={tiles || undefined} aria-busy="true">
      <p className="visually-hidden">불러오는 중</p>
      <RetryNote shown={read.isRetrying} />
      <Skeletons count={tiles ? 9 : 4} shape="cell" />
    </div>
  )
