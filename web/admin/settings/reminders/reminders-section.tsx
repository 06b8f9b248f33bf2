import { useState } from 'react'
import { getReminderSettings, type ReminderSettings } from '../../../../contract/admin/reminders.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { Skeletons } from '../../../ui/skeleton.tsx'
import { Loading, LoadState } from '../../components/load-state.tsx'
import { useReads } from '../../components/use-reads.ts'
import { RemindersForm } from './reminders-form.tsx'

/** When members are reminded of what is agreed, and the approver of what waits. */
export default function RemindersSection() {
  const settings = useRead(getReminderSettings, {})
  const reads = useReads({ settings }, '알림 설정을 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <div className="settings__event">
      <LoadState
        reads={reads}
        skeleton={
          <Loading>
            <Skeletons count={2} shape="card" />
          </Loading>
        }
      >
        {({ settings }) => <RemindersForms stored={settings} />}
      </LoadState>
    </div>
  )
}

/** The form keeps what it began with, until it is saved or begun anew. */
function RemindersForms({ stored }: { stored: ReminderSettings }) {
  const [{ from, round }, setRound] = useState({ from: stored, round: 0 })
  const begin = (latest: ReminderSettings) => setRound({ from: latest, round: round + 1 })
  return <RemindersForm key={round} from={from} onBegin={begin} />
}
