import { useState } from 'react'
import { useRouter } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { adminLogout } from '../../../contract/admin/login.ts'
import { ApiError, call } from '../../api/client.ts'
import { PATHS } from '../../paths.ts'
import { forgetAdmin } from '../components/known-admin.ts'
import { Button } from '../../ui/button.tsx'
import { adminToast } from '../../ui/toast.ts'

/** Leads to the login even if the call fails. Unsaved input is asked about first. */
export function SignOutButton() {
  const { aroundNav } = useRouter()
  const [pending, setPending] = useState(false)
  const signOut = async () => {
    setPending(true)
    let state: object | null = null
    try {
      await call(adminLogout, {})
    } catch (failure) {
      // 401: the session has ended already. Otherwise it is still alive, and the administrator must know.
      if (!(failure instanceof ApiError && failure.status === 401)) {
        adminToast.error('로그아웃에 실패했습니다. 다시 로그인한 뒤 로그아웃해주세요.')
        // Stops the login from continuing the living session.
        state = { has_left: true }
      }
    }
    forgetAdmin()
    navigate(PATHS.adminLogin, { replace: true, state })
  }
  return (
    <Button
      kind="quiet-danger"
      size="small"
      pending={pending}
      onClick={() => aroundNav(() => void signOut(), PATHS.adminLogin)}
    >
      로그아웃
    </Button>
  )
}
