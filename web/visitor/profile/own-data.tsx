import { useState } from 'react'
import { Link } from 'wouter'
import { downloadMyData } from '../../../contract/own-data.ts'
import { ApiError } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { OwnSessions } from './own-sessions.tsx'
import './own-data.css'

/** Both late parts of the profile in one request. */
export default function LateProfile() {
  return (
    <>
      <OwnSessions />
      <OwnData />
    </>
  )
}

function OwnData() {
  const [state, setState] = useState<{ pending: boolean; error: string | null }>({
    pending: false,
    error: null,
  })
  const take = async () => {
    setState({ pending: true, error: null })
    try {
      await download(downloadMyData, {})
      setState({ pending: false, error: null })
    } catch (failure) {
      const why = failure instanceof ApiError ? failure.text : '네트워크를 확인한 뒤 다시 눌러주세요.'
      setState({ pending: false, error: `내 데이터를 내려받지 못했습니다. ${why}` })
    }
  }
  return (
    <section className="stack" data-gap="12" aria-labelledby="own-data">
      <h2 id="own-data">내 데이터</h2>
      <FormError text={state.error} />
      <Button onClick={take} pending={state.pending} wide>
        내 데이터 내려받기
      </Button>
      <ul className="own-data">
        <li>
          <Link className="own-data__link" to={PATHS.privacy}>
            개인정보 안내
          </Link>
        </li>
        <li>
          <Link className="own-data__link" to={PATHS.eraseAccount}>
            계정 삭제
          </Link>
        </li>
      </ul>
    </section>
  )
}
