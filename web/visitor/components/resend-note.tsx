export const RETRYING = '다시 시도 중...'

export const ResendNote = ({ shown }: { shown: boolean }) => (
  <p className="live muted small" role="status">
    {shown && '연결이 불안정해 다시 시도하고 있습니다. 두 번 처리되지 않으니 잠시 기다려주세요.'}
  </p>
)
