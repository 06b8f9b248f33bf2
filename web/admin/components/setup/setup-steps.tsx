import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { getSetup, markStep, type Setup } from '../../../../contract/admin/setup.ts'
import {
  asOptional,
  isStepDone,
  isUnneeded,
  SETUP_STEPS,
  stepsLeft,
  type SetupStep,
} from '../../../../domain/setup.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { figures } from '../../../ui/figures.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ActionButton } from '../action-button.tsx'
import { tryWithToast } from '../with-toast.ts'
import { guided } from './guided.ts'
import { STEP_TEXT } from './step-text.ts'
import './checklist.css'

type Props = {
  facts: Setup
  /** Below the step, in one column. */
  details?: Partial<Record<SetupStep, ReactNode>>
}

export function SetupSteps({ facts, details }: Props) {
  const [next] = stepsLeft(facts)
  return (
    <ol className="checklist__steps" data-single={details !== undefined || undefined}>
      {SETUP_STEPS.map((step) => (
        <Step key={step} step={step} facts={facts} isNext={step === next}>
          {details?.[step]}
        </Step>
      ))}
    </ol>
  )
}

type StepProps = { step: SetupStep; facts: Setup; isNext: boolean; children: ReactNode }

function Step({ step, facts, isNext, children }: StepProps) {
  const isDone = isStepDone(step, facts)
  return (
    <li className="checklist__step" data-done={isDone || undefined} data-next={isNext || undefined}>
      <span className="checklist__mark">
        {isDone && <Icon name="check" />}
        <span className="visually-hidden">{isDone ? '완료' : isNext ? '다음 단계' : '남음'}</span>
      </span>
      <StepLink step={step} facts={facts} />
      <span {...figures('checklist__fact')}>
        {isUnneeded(step, facts) ? '필요 없음' : STEP_TEXT[step].of(facts)}
      </span>
      <NeedButton step={step} facts={facts} />
      {children && (
        <div className="stack checklist__details" data-gap="4">
          {children}
        </div>
      )}
    </li>
  )
}

export function StepLink({ step, facts }: { step: SetupStep; facts: Setup }) {
  const { name, to, missing = to } = STEP_TEXT[step]
  const open = () => {
    guided.set(true)
    scrollTo(0, 0)
  }
  return (
    <Link to={isStepDone(step, facts) ? to : missing} className="way tap-line" onClick={open}>
      {name}
    </Link>
  )
}

/** Nothing for a step that is done or that every event needs. */
export function NeedButton({ step, facts }: { step: SetupStep; facts: Setup }) {
  const optional = asOptional(step)
  const is_needed = isUnneeded(step, facts)
  if (!optional || (!is_needed && isStepDone(step, facts))) return null
  const mark = async () => {
    const body = { step: optional, is_needed }
    await tryWithToast(() => call(markStep, { body }), '준비 목록을 저장하지 못했습니다.')
    await refresh(getSetup)
  }
  return (
    <ActionButton size="small" kind="quiet" act={mark}>
      {is_needed ? '다시 넣기' : '필요 없음'}
      <span className="visually-hidden">{`: ${STEP_TEXT[step].name}`}</span>
    </ActionButton>
  )
}
