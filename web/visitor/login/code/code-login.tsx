import { useState } from 'react'
import type { GoOn } from '../go-on.ts'
import type { Way } from '../use-code-way.ts'
import { EmailCode } from './email-code.tsx'
import { EmailForm } from './email-form.tsx'
import { PhoneCode } from './phone-code.tsx'
import { readMailed, storeMailed, type Mailed } from './mailed.ts'
import './code-login.css'

type Props = { way: Exclude<Way, number>; goTo: (way: Way) => void; goOn: GoOn }

/** The login with a mailed code. */
export default function CodeLogin({ way, goTo, goOn }: Props) {
  const [mailed, setMailed] = useState(() => (way === 'phone' ? null : readMailed()))
  const change = (next: Mailed | null) => {
    storeMailed(next)
    setMailed(next)
  }
  const leave = () => goTo(0)
  if (way === 'phone') return <PhoneCode goOn={goOn} leave={leave} />
  if (!mailed) return <EmailForm onMailed={change} leave={leave} />
  return <EmailCode goOn={goOn} mailed={mailed} change={change} leave={leave} />
}
