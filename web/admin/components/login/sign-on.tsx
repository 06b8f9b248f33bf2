import { useEffect, useState } from 'react'
import {
  getSignOn,
  SIGN_ON_FAILURES,
  SIGN_ON_PATH,
  type SignOnFailure,
} from '../../../../contract/admin/sign-on.ts'
import { stillWanted } from '../../../api/arrival.ts'
import { call } from '../../../api/client.ts'
import { PATHS, pathOf } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/controls.tsx'
import { FormError } from '../../../ui/form/form.tsx'
import { hasSession } from '../use-may.ts'

/** Below the password, if the service has an identity provider. */
export default function SignOn() {
  const [button, setButton] = useState<string | null>(null)
  useEffect(() => {
    call(getSignOn, {}).then(
      ({ single_sign_on }) => setButton(single_sign_on?.button ?? null),
      () => {},
    )
  }, [])
  const isLogin = pathOf(location.pathname) === PATHS.adminLogin
  const failure = SIGN_ON_FAILURES[new URLSearchParams(location.search).get('sso') as SignOnFailure]
  const next = isLogin ? stillWanted().wanted : location.pathname + location.search
  return (
    <>
      <FormError text={failure ?? null}>
        {hasSession() && <a href={PATHS.adminDashboard}>관리자 센터로 돌아가기</a>}
      </FormError>
      {button !== null && (
        <ButtonLink
          data-wide
          href={`${SIGN_ON_PATH}?${new URLSearchParams(next ? { next } : {}).toString()}`}
          // A screen with something typed stays open below the login.
          target={isLogin ? undefined : '_blank'}
        >
          {button}
        </ButtonLink>
      )}
    </>
  )
}
