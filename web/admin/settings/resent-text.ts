import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { getResent } from '../../../contract/admin/mails.ts'

export function resentText({ on_their_way, delayed, sent, failed }: ResponseOf<typeof getResent>): string {
  const total = on_their_way + delayed + sent + failed
  const fates = [
    on_their_way > 0 && `보내는 중 ${on_their_way}통`,
    sent > 0 && `발송됨 ${sent}통`,
    failed > 0 && `다시 실패 ${failed}통`,
    delayed > 0 && `메일 서버가 받지 않아 계속 시도 중 ${delayed}통`,
  ].filter(Boolean)
  return `다시 보낸 메일 ${total}통: ${fates.join(', ')}`
}
