import type { ReactNode } from 'react'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../../ui/controls.tsx'
import './step-bar.css'

type Props = {
  onBack: () => void
  status?: ReactNode
  children: ReactNode
}

export const StepBar = ({ onBack, status, children }: Props) => (
  <ActionBar>
    <div className="row step-bar" data-wrap>
      {status && <div className="center step-bar__status">{status}</div>}
      <Button onClick={onBack}>이전</Button>
      {children}
    </div>
  </ActionBar>
)
