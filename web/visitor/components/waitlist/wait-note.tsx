export default function WaitNote({ isLine }: { isLine: boolean }) {
  return (
    <p className="note" data-large data-tone={isLine ? undefined : 'approved'} role="status">
      {isLine
        ? '예약된 시간입니다. 자리가 나면 순서에 따라 신청되고 이메일로 안내드립니다.'
        : '방금 자리가 났습니다. 작성하신 내용으로 바로 예약하실 수 있습니다.'}
    </p>
  )
}
