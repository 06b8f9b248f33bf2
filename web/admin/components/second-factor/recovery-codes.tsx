import { useEffect, useRef } from 'react'
import type { MyAdmin } from '../../../../contract/admin/accounts.ts'
import { PATHS } from '../../../paths.ts'
import { Button } from '../../../ui/controls.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { copyToClipboard } from '../copy-to-clipboard.ts'
import { saveFile } from '../../../api/download.ts'
import './set-up.css'

type Props = { of: MyAdmin; codes: readonly string[]; onDone: () => void }

export function RecoveryCodes({ of: { name }, codes, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = paperOf(name, codes)
  return (
    <section className="stack" aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" tabIndex={-1} ref={heading}>{`복구 코드 ${codes.length}개`}</h3>
      <p>
        휴대폰이 없을 때 인증 앱의 코드 대신 입력하는 코드입니다. 하나를 한 번만 쓸 수 있습니다.{' '}
        <strong>지금만 표시되니 안전한 곳에 보관해주세요.</strong>
      </p>
      <ul className="second-factor__codes" aria-label="복구 코드">
        {codes.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </ul>
      <div className="row" data-wrap>
        <Button size="small" onClick={() => void copyToClipboard(codes.join('\n'), '복구 코드')}>
          복사
        </Button>
        <Button
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `복구 코드 ${name}.txt`)}
        >
          파일로 저장
        </Button>
        <Button size="small" onClick={() => printText(text)}>
          인쇄
        </Button>
      </div>
      <Button kind="primary" wide onClick={onDone}>
        보관했습니다
      </Button>
    </section>
  )
}

const paperOf = (name: string, codes: readonly string[]) =>
  [
    '관리자 2단계 인증 복구 코드',
    `주소: ${location.origin}${PATHS.adminLogin}`,
    `아이디: ${name}`,
    '',
    ...codes,
    '',
    '코드 하나를 한 번만 쓸 수 있습니다.',
    '',
  ].join('\r\n')

function printText(text: string) {
  const sheet = open('', '', 'popup,width=480,height=640')
  if (!sheet) return adminToast.error('인쇄 창을 열지 못했습니다. 복사하거나 파일로 저장해주세요.')
  const lines = sheet.document.createElement('pre')
  lines.textContent = text
  sheet.document.body.append(lines)
  sheet.addEventListener('afterprint', () => sheet.close())
  sheet.print()
  return undefined
}
