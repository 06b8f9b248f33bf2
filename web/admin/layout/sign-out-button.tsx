import { useState } from 'react'
import { useRouter } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { adminLogout } from '../../../contract/admin/login.ts'
import { ApiError, call } from '../../api/client.ts'
import { PATHS } from '../../paths.ts'
import { forgetAdmin } from '../components/known-admin.ts'
import { Button } from '../../ui/button.tsx'
import { adminToast } from '../../ui/toast.ts'

/**
 * Ends the session and leads to the login, also when the call to the service failed. What is typed and not saved is asked
 * about first, as on every way out.
 */
export function SignOutButton() {
  const { aroundNav } = useRouter()
  const [pending, setPending] = useState(false)
  const signOut = async () => {
    setPending(true)
    let state: object | null = null
    try {
      await call(adminLogout, {})
    } catch (failure) {
      // A session that is over needs no ending; one that is not lives on, and the leaving administrator must know.
      if (!(failure instanceof ApiError && failure.status === 401)) {
        adminToast.error('로그아웃에 실패했습니다. 다시 로그인한 뒤 로그아웃해주세요.')
        // The login must not lead back in.
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
