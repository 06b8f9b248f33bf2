import { useEffect, useState } from 'react'
import { getGoLive } from '../../../../contract/admin/go-live.ts'
import { getSetup, type Setup } from '../../../../contract/admin/setup.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { isLocalUrl } from '../../../../domain/go-live.ts'
import { usePolled } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/controls.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { CardSkeletons, LoadState, useReads } from '../../components/load-state.tsx'
import { SetupSteps } from '../../components/setup/setup-steps.tsx'
import { progressText } from '../../components/setup/step-text.ts'
import { countsText, KeptList, SampleDialog } from './sample-dialog.tsx'
import { figures } from '../../../ui/figures.ts'
import './start.css'

type GoLive = ResponseOf<typeof getGoLive>

export default function StartSection() {
  const goLive = usePolled(getGoLive, {})
  const setup = usePolled(getSetup, {})
  useEffect(() => {
    // Refetch on return from a step: cached data would still show it as missing.
    if (goLive.data) void goLive.refetch()
    if (setup.data) void setup.refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once, on mount.
  }, [])
  const reads = useReads({ goLive, setup }, '행사 준비 상태를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <LoadState reads={reads} skeleton={<CardSkeletons count={3} />}>
      {(loaded) => <Steps {...loaded} />}
    </LoadState>
  )
}

const isAnyLeft = ({ names: _names, ...counts }: GoLive['sample']) =>
  Object.values(counts).some((count) => count > 0)

function Steps({ goLive, setup }: { goLive: GoLive; setup: Setup }) {
  const [isAsking, setAsking] = useState(false)
  const holder = useFocusFallback<HTMLElement>()
  const details = {
    sample: <Sample goLive={goLive} onDelete={() => setAsking(true)} />,
    password: goLive.printed_passwords.length > 0 && <Passwords names={goLive.printed_passwords} />,
    address: (
      <>
        <Address url={goLive.public_url} />
        {goLive.has_untrusted_proxy && <UntrustedProxy />}
      </>
    ),
    mail: !goLive.has_mail_server && <NoMailServer />,
  }
  return (
    <section className="card stack" data-gap="12" ref={holder} aria-labelledby="start">
      <h2 id="start" {...figures()} tabIndex={-1}>
        {progressText(setup)}
      </h2>
      <SetupSteps facts={setup} details={details} />
      {isAsking && (
        <SampleDialog sample={goLive.sample} kept={goLive.kept} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

function Sample({ goLive: { sample, kept }, onDelete }: { goLive: GoLive; onDelete: () => void }) {
  if (!isAnyLeft(sample)) return <KeptList kept={kept} />
  return (
    <>
      <p {...figures()}>{countsText(sample)}</p>
      {sample.members > 0 && (
        <p>
          <strong>누구나 아는 전화번호와 이름으로 견본 회원이 로그인할 수 있습니다.</strong> 실제 방문자에게
          알리기 전에 삭제해주세요.
        </p>
      )}
      <KeptList kept={kept} />
      <div>
        <Button onClick={onDelete}>견본 데이터 삭제</Button>
      </div>
    </>
  )
}

const UntrustedProxy = () => (
  <p role="alert">
    신뢰하지 않는 주소에서 X-Forwarded-For 헤더가 왔습니다. 앞단 프록시를 쓴다면 서버의 TRUST_PROXY에 그
    주소를 추가해주세요. 추가하기 전에는 모든 방문자가 한 네트워크로 계산됩니다.
  </p>
)

const Passwords = ({ names }: { names: string[] }) => (
  <p>
    <strong translate="no">{names.join(', ')}</strong> 계정이 첫 시작에 출력된 비밀번호를 쓰고 있습니다. 그
    계정으로 로그인해 바꿔주세요.
  </p>
)

function Address({ url }: { url: string }) {
  const isLocal = isLocalUrl(url)
  return (
    <>
      <p>
        <code>{url}</code>
      </p>
      {isLocal && (
        <p>
          메일의 링크가 서버 컴퓨터에서만 열립니다. <code>PUBLIC_URL</code>을 방문자가 여는 주소로 설정하고
          서버를 다시 시작해주세요.
        </p>
      )}
      {!url.startsWith('https:') && (
        <p className="muted">https 주소이면 로그인 쿠키가 암호화된 연결로만 전송됩니다.</p>
      )}
    </>
  )
}

const NoMailServer = () => (
  <p>
    <span>메일이 파일로만 저장되어 아무도 받지 못합니다.</span> <code>SMTP_URL</code>
    <span>을 설정하고 서버를 다시 시작해주세요.</span>
  </p>
)
