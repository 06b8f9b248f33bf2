export const fullText = (max: number): string =>
  `자리 대기는 한 번에 ${max}건까지 가능합니다. 예약내역에서 다른 자리 대기를 취소하신 뒤 신청해주세요.`
