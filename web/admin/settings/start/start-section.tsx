import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { getGoLive } from '../../../../contract/admin/go-live.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import {
  GO_LIVE_STEPS,
  isGoLiveStepDone,
  isLocalUrl,
  type GoLiveFacts,
  type GoLiveStep,
} from '../../../../domain/go-live.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CardSkeletons, LoadState } from '../../components/load-state.tsx'
import { useReads } from '../../components/use-reads.ts'
import { countsText, KeptList, SampleDialog } from './sample-dialog.tsx'
import { figures } from '../../../ui/figures.ts'
import './start.css'

type GoLive = ResponseOf<typeof getGoLive>

export default function StartSection() {
  const goLive = useRead(getGoLive, {}, { poll: POLL_MS })
  useEffect(() => {
    // Refetch on return from a step: cached data would still show it as missing.
    if (goLive.data) void goLive.refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once, on mount.
  }, [])
  const reads = useReads({ goLive }, '행사 준비 상태를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <LoadState reads={reads} skeleton={<CardSkeletons count={3} />}>
      {({ goLive }) => <Steps goLive={goLive} />}
    </LoadState>
  )
}

const isAnyLeft = ({ names: _names, ...counts }: GoLive['sample']) =>
  Object.values(counts).some((count) => count > 0)

const factsOf = (goLive: GoLive): GoLiveFacts => ({
  ...goLive,
  has_sample: isAnyLeft(goLive.sample),
  has_sample_member: goLive.sample.members > 0,
  has_printed_password: goLive.printed_passwords.length > 0,
})

function Steps({ goLive }: { goLive: GoLive }) {
  const [isAsking, setAsking] = useState(false)
  const holder = useFocusFallback<HTMLElement>()
  const facts = factsOf(goLive)
  const left = GO_LIVE_STEPS.filter((step) => !isGoLiveStepDone(step, facts))
  const done = GO_LIVE_STEPS.length - left.length
  const texts: Readonly<Record<GoLiveStep, { name: string; content: ReactNode }>> = {
    sample: {
      name: '견본 데이터 삭제',
      content: <Sample goLive={goLive} onDelete={() => setAsking(true)} />,
    },
    event: { name: '행사 이름과 문의 주소', content: <Event goLive={goLive} /> },
    password: { name: '첫 비밀번호 변경', content: <Passwords names={goLive.printed_passwords} /> },
    address: {
      name: '공개 주소',
      content: (
        <>
          <Address url={goLive.public_url} />
          {goLive.has_untrusted_proxy && <UntrustedProxy />}
        </>
      ),
    },
    mail: { name: '메일 발송', content: <Mail goLive={goLive} /> },
  }
  return (
    <section className="card stack" data-gap="12" ref={holder} aria-labelledby="start">
      <h2 id="start" {...figures()} tabIndex={-1}>
        {left.length === 0 ? '모두 준비되었습니다.' : `${GO_LIVE_STEPS.length}단계 중 ${done}단계 완료`}
      </h2>
      <ol className="start__steps">
        {GO_LIVE_STEPS.map((step) => (
          <li key={step} className="start__step" data-done={!left.includes(step) || undefined}>
            <span className="start__mark">
              {!left.includes(step) && <Icon name="check" />}
              <span className="visually-hidden">{left.includes(step) ? '남음' : '완료'}</span>
            </span>
            <div className="start__body">
              <h3>{texts[step].name}</h3>
              {texts[step].content}
            </div>
          </li>
        ))}
      </ol>
      {isAsking && (
        <SampleDialog sample={goLive.sample} kept={goLive.kept} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

const Way = ({ tab, children }: { tab: string; children: ReactNode }) => (
  <Link to={`${PATHS.adminSettings}?tab=${tab}`} className="way">
    {children}
  </Link>
)

function Sample({ goLive: { sample, kept }, onDelete }: { goLive: GoLive; onDelete: () => void }) {
  if (!isAnyLeft(sample))
    return (
      <>
        <p>삭제할 견본 데이터가 없습니다.</p>
        <KeptList kept={kept} />
      </>
    )
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

const Event = ({ goLive: { event_name, contact_email } }: { goLive: GoLive }) => (
  <>
    <p translate="no">
      {event_name} · {contact_email}
    </p>
    <p className="muted">로그인 화면과 메일에 쓰입니다. 견본 주소로는 문의를 받을 수 없습니다.</p>
    <Way tab="event">행사 설정</Way>
  </>
)

const UntrustedProxy = () => (
  <p role="alert">
    신뢰하지 않는 주소에서 X-Forwarded-For 헤더가 왔습니다. 앞단 프록시를 쓴다면 서버의 TRUST_PROXY에 그
    주소를 추가해주세요. 추가하기 전에는 모든 방문자가 한 네트워크로 계산됩니다.
  </p>
)

const Passwords = ({ names }: { names: string[] }) =>
  names.length === 0 ? (
    <p>첫 시작에 출력된 비밀번호를 쓰는 계정이 없습니다.</p>
  ) : (
    <>
      <p>
        <strong>{names.join(', ')}</strong> 계정이 첫 시작에 출력된 비밀번호를 쓰고 있습니다. 그 계정으로
        로그인해 바꿔주세요.
      </p>
      <Way tab="accounts">관리자 설정</Way>
    </>
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

function Mail({ goLive: { has_mail_server, test_mail } }: { goLive: GoLive }) {
  const tested = {
    sent: '테스트 메일이 발송되었습니다.',
    queued: '테스트 메일이 발송을 기다리고 있습니다.',
    failed: '테스트 메일 발송에 실패했습니다.',
    none: '테스트 메일을 보내 확인해주세요.',
  }
  return (
    <>
      <p>
        {has_mail_server ? (
          tested[test_mail ?? 'none']
        ) : (
          <>
            <span>메일이 파일로만 저장되어 아무도 받지 못합니다.</span> <code>SMTP_URL</code>
            <span>을 설정하고 서버를 다시 시작해주세요.</span>
          </>
        )}
      </p>
      <Way tab="mails">메일 설정</Way>
    </>
  )
}
