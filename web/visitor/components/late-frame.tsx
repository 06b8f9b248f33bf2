import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { now, onServiceClock } from '../../browser/clock.ts'
import { useMedia } from '../../browser/use-media.ts'
import { isElsewhere } from '../../../domain/time-zone.ts'
import { PATHS } from '../../paths.ts'
import { keepDialogHistory } from '../../ui/dialog/dialog-history.ts'
import { hasBooked } from './booked-slots.ts'
import { LOGO } from './event-name.tsx'
import { comingOf, keepPass } from './pass/kept-pass.ts'
import { offerPush } from './push/offer.ts'
import { keepDevice } from './push/device.ts'
import { useTierLabels } from './own-list/use-tier-labels.ts'
import { useMember } from './use-member.ts'

// So that nothing moves when it appears; a style sheet would be named in the first visit.
const IN_FREE_SPACE = {
  position: 'absolute',
  inset: 'calc(var(--safe-top) + var(--bar) - var(--foot-nav)) 0 auto var(--nav-side)',
  justifyContent: 'center',
  minHeight: 'var(--space-24)',
  paddingInline: 'var(--space-16)',
} as const

/** Left in the navigation. */
const IN_NAVIGATION = {
  ...IN_FREE_SPACE,
  inset: 'var(--safe-top) auto auto 0',
  zIndex: 'var(--layer-bar)',
  minHeight: 'var(--bar)',
  maxWidth: '19.5%',
  paddingInline: 'var(--space-16) 0',
} as const

const WIDE = matchMedia('(min-width: 1024px)')

/** Parts that no first visit waits for. */
export default function LateFrame() {
  const [path] = useLocation()
  const { id } = useMember()
  useEffect(keepDialogHistory, [])
  useEffect(() => void keepDevice(id), [id])
  // Screens ask; this only hears.
  const { data, dataUpdatedAt } = useRead(listMyReservations, {}, { enabled: false })
  const { withLabel } = useTierLabels({ enabled: data !== undefined && comingOf(data, now()).length > 0 })
  // Once, because a later answer may correct the clock.
  const at = useMemo(() => onServiceClock(dataUpdatedAt), [dataUpdatedAt])
  useEffect(() => {
    const labelled = data && {
      tours: data.tours.map(withLabel),
      meetings: data.meetings.map(withLabel),
    }
    keepPass(id, labelled, at)
  }, [id, data, at, withLabel])
  useEffect(() => {
    if (path === PATHS.dashboard && hasBooked()) void offerPush()
  }, [path])
  const { data: info } = useRead(getPublicInfo, {})
  const isWide = useMedia(WIDE)
  return (
    <header
      className={isWide ? 'strong row screen-only' : 'muted small row screen-only'}
      style={isWide ? IN_NAVIGATION : IN_FREE_SPACE}
    >
      {info?.face.logo && <img src={info.face.logo.path} alt="" style={LOGO} />}
      <span className="visitor__label" data-name translate="no">
        {info?.event_name}
      </span>
      {isElsewhere(new Date(now()).getTimezoneOffset(), now()) && (
        <span className="visitor__label">· 마드리드 시간</span>
      )}
    </header>
  )
}
