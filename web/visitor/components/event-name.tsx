import { useEffect, useState } from 'react'
import { getPublicInfo, type PublicInfo } from '../../../contract/public-info.ts'
import { call } from '../../api/client.ts'

export const LOGO = {
  maxWidth: '30%',
  height: 'var(--icon)',
  padding: 'var(--line-2) var(--space-4)',
  borderRadius: 'var(--space-4)',
  background: 'var(--picture-paper)',
  objectFit: 'contain',
} as const

/** For screens without navigation. */
export default function EventName() {
  const [info, setInfo] = useState<PublicInfo>()
  useEffect(() => void call(getPublicInfo, {}).then(setInfo, () => {}), [])
  return (
    <p className="muted small row grow">
      {info?.face.logo && <img src={info.face.logo.path} alt="" style={LOGO} />}
      <span translate="no">{info?.event_name}</span>
    </p>
  )
}
