import { getPublicInfo } from '../../../contract/public-info.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { useMember } from '../components/use-member.ts'

export default function Contact() {
  const { email } = useMember()
  const { data } = useRead(getPublicInfo, {})
  return (
    <p className="muted small center">
      안내 메일 <span translate="no">{email}</span>
      <br />
      {data?.contact_email && (
        <>
          <span>문의</span>{' '}
          <a className="tap-line" href={`mailto:${data.contact_email}`} translate="no">
            {data.contact_email}
          </a>
        </>
      )}
    </p>
  )
}
