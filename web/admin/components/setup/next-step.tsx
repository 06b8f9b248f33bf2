import { useEffect } from 'react'
import { getSetup } from '../../../../contract/admin/setup.ts'
import { stepsLeft } from '../../../../domain/setup.ts'
import { queryClient, useRead } from '../../../api/reads/use-read.ts'
import { figures } from '../../../ui/figures.ts'
import { SOON_MS } from '../resend-mail.ts'
import { NeedButton, StepLink } from './setup-steps.tsx'
import { progressText } from './step-text.ts'

/** Leads from a finished step to the next one, without a way back to the list. */
export default function NextStep() {
  const { data, refetch } = useRead(getSetup, {}, { poll: SOON_MS })
  // A screen reads what it has written: the step may be done.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        const isAnswer = event.type === 'updated' && event.action.type === 'success'
        if (isAnswer && event.query.queryKey[0] !== getSetup.path) void refetch()
      }),
    [refetch],
  )
  if (!data) return null
  const [next] = stepsLeft(data)
  return (
    <nav className="next-step" aria-label="행사 준비">
      <span {...figures('muted')}>{progressText(data)}</span>
      {next && (
        <>
          <span className="muted">다음:</span>
          <StepLink step={next} facts={data} />
          <NeedButton step={next} facts={data} />
        </>
      )}
    </nav>
  )
}
