import { Fragment, useState, type ReactNode } from 'react'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Loading, LoadState } from '../components/load-state.tsx'
import { useReads, type Read } from '../components/use-reads.ts'

type Form<Stored> = {
  /** The settings that the form begins with. */
  from: Stored
  /** Those that are known to be stored now. */
  stored: Stored
  /** Begins the form anew. */
  begin: (latest: Stored) => void
  /** Goes on with what was stored as the form shows it, and leaves the focus where it is. */
  goOn: (saved: Stored) => void
}

type Props<Stored> = {
  settings: Read<Stored | undefined>
  /** Said when they cannot be loaded. */
  failed: string
  /** How many cards the form has. */
  cards?: number
  children: (form: Form<Stored>) => ReactNode
}

/** A section with one form, which keeps what it began with until it is saved or begun anew. */
export function SettingsSection<Stored>({ settings, failed, cards = 1, children }: Props<Stored>) {
  const reads = useReads({ settings }, failed, { isBanner: true })
  return (
    <div className="settings__event">
      <LoadState
        reads={reads}
        skeleton={
          <Loading>
            <Skeletons count={cards} shape="card" />
          </Loading>
        }
      >
        {({ settings }) => <KeptForm<Stored> stored={settings}>{children}</KeptForm>}
      </LoadState>
    </div>
  )
}

/** The frame of a form that keeps what it began with, where its section has read it already. */
export function KeptForm<Stored>({
  stored,
  children,
}: {
  stored: Stored
  children: Props<Stored>['children']
}) {
  const [{ from, round }, setRound] = useState({ from: stored, round: 0 })
  const begin = (latest: Stored) => setRound({ from: latest, round: round + 1 })
  const goOn = (saved: Stored) => setRound({ from: saved, round })
  return <Fragment key={round}>{children({ from, stored, begin, goOn })}</Fragment>
}
