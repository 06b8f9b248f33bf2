export const GoneDate = ({ wanted, date }: { wanted: string | null | undefined; date: string | undefined }) =>
  wanted && date && wanted !== date ? (
    <p className="note" role="status">
      선택하신 날짜가 삭제되어 다른 날짜를 보여드립니다.
    </p>
  ) : null
