export type PrivacyFacts = { event_name: string; contact_email: string; erase_after_days: number | null }

export const MAX_PRIVACY_NOTICE = 10_000

export const standardPrivacyNotice = ({
  event_name,
  contact_email,
  erase_after_days,
}: PrivacyFacts): string =>
  [
    `1. 보관하는 정보\n회원: 이름, 이메일, 전화번호, 회사명, 직책, 등급\n예약: 방문자 이름, 회사명, 담당자명, 전화번호, 인원, 제목, 추가 정보, 피드백, 예약의 처리 기록\n발송한 메일과 로그인 기록`,
    `2. 이용 목적\n${event_name}의 투어와 미팅룸 예약을 접수하고 승인하며, 예약 안내를 보내고, 행사장에서 방문자를 맞이하는 데에만 이용합니다. 다른 목적으로 이용하거나 판매하지 않습니다.`,
    `3. 보관 기간\n${retentionText(erase_after_days)} 그 뒤에는 누구인지 알 수 없는 집계 수치만 남습니다. 로그인 실패와 네트워크의 기록은 30일, 관리자가 보낸 메시지의 내용은 보낸 날부터 30일, 로그인한 기기의 기록은 마지막으로 쓴 날부터 30일이 지나면 삭제합니다.`,
    `4. 열람하는 사람\n행사 관리자가 모든 예약을 봅니다. 담당 도슨트와 미팅룸 담당자는 그날의 예약을 보며, 미팅룸 현황판에는 설정에 따라 이름과 미팅명이 표시될 수 있습니다.`,
    `5. 회원의 권리\n프로필에서 내 데이터를 언제든지 내려받고 계정을 삭제할 수 있습니다. 정보의 정정이나 처리에 관한 문의는 ${contact_email}로 보내주세요.`,
    `6. 쿠키\n로그인을 유지하는 데 필요한 쿠키만 사용합니다. 광고나 방문 분석에 쓰는 쿠키는 없습니다.`,
  ].join('\n\n')

const retentionText = (days: number | null) =>
  days === null
    ? '행사가 끝난 뒤 관리자가 삭제할 때까지 보관합니다.'
    : `행사 마지막 날부터 ${days}일이 지나면 삭제합니다. 다음 행사로 이어받은 회원의 정보는 다음 행사의 마지막 날부터 셉니다.`
