import { useEffect, useEffectEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { abortReads } from '../../../api/client.ts'
import { queryClient } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { openDialogs } from '../../../ui/open-dialogs.ts'
import { forgetAdmin, knownAdmin, noteAdmin } from '../../components/known-admin.ts'
import { needsSetUp } from '../../components/needs-set-up.ts'
import type { Hold } from '../use-session-end.ts'
import type { Attention } from './attention.tsx'
import { LoginAgain } from './login-again.tsx'

type Props = {
  /** Says what holds a session's end from now on. */
  holdWith: (hold: Hold) => void
  /** The session lives, and is good for nothing before a second factor is set up. */
  onMustSetUp: () => void
  /** All that stands on the screens is another administrator's. */
  onAnew: () => void
}

/**
 * A session that ends while something is begun does not take it away: the screen is kept under a login, for the same
 * administrator, who then goes on where they were; for another one everything begins anew.
 */
export function SessionHold({ holdWith, onMustSetUp, onAnew }: Props) {
  const [owner, setOwner] = useState<string | null>(null)
  const [mustSetUp, setMustSetUp] = useState(false)
  useEffect(() => {
    const forms = watchForms()
    holdWith((needsFactor) => {
      if (openDialogs().length === 0 && !forms.isAnyBegun()) return false
      abortReads()
      setMustSetUp(needsFactor)
      setOwner((known) => known ?? knownAdmin() ?? '')
      return true
    })
    return () => {
      forms.stop()
      holdWith(() => false)
    }
  }, [holdWith])

  const beginAnew = (id: number) => {
    forgetAdmin()
    noteAdmin(id)
    navigate(PATHS.adminDashboard, { replace: true })
    onAnew()
  }
  const signedIn = ({ id }: { id: number }) => {
    // Those that asked without a session must not end this one.
    abortReads()
    setOwner(null)
    if (owner !== String(id)) return beginAnew(id)
    noteAdmin(id)
    void queryClient.invalidateQueries()
  }
  const hear = useEffectEvent(({ admin }: Attention) => {
    const known = knownAdmin()
    // Somebody may have signed in in another tab.
    if (owner !== null) signedIn(admin)
    else if (known && known !== String(admin.id)) beginAnew(admin.id)
    else noteAdmin(admin.id)
  })
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        const { queryKey, state } = event.query
        if (queryKey[0] !== getAttention.path) return
        // Also when it says the same as before.
        if (event.action.type === 'success') hear(state.data as Attention)
        if (event.action.type === 'error' && needsSetUp(event.action.error)) onMustSetUp()
      }),
    [onMustSetUp],
  )
  return owner !== null && <LoginAgain key={String(mustSetUp)} mustSetUp={mustSetUp} onSignedIn={signedIn} />
}

/** Notes into which forms something was put; fields that React fills do not say so themselves. */
function watchForms() {
  const touched = new Set<Element>()
  const put = ({ target }: Event) => {
    const form = target instanceof Element && target.closest('form')
    if (form) touched.add(form)
  }
  document.addEventListener('input', put)
  return {
    isAnyBegun: () => [...touched].some((form) => form.isConnected),
    stop: () => document.removeEventListener('input', put),
  }
}
