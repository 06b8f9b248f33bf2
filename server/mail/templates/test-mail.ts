import { koreanDate, madridDate, madridTime } from '../../../domain/madrid-time.ts'
import type { MailDraft, TestNotice } from '../mail.ts'

export function testMail({ asked_by, asked_at }: TestNotice): MailDraft {
  return {
    greeting: '안녕하세요.',
    sentence: '관리자 센터에서 보낸 테스트 메일입니다.',
    facts: [
      { label: '요청한 관리자', value: asked_by },
      { label: '요청 일시', value: `${koreanDate(madridDate(asked_at))} ${madridTime(asked_at)}` },
    ],
    next: '이 메일이 도착했다면 예약 안내 메일도 정상적으로 발송됩니다. 별도로 하실 일은 없습니다.',
  }
}
