import { ButtonLink } from '../ui/controls.tsx'

const GOOGLE = 'https://calendar.google.com/calendar/render?cid='

/** No app on Android answers webcal:. */
export const isAndroid = () => /Android/.test(navigator.userAgent)

/** Subscribes to the feed at `url` in this device's calendar. */
export function CalendarLink({ url }: { url: string }) {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return isAndroid() ? (
    <ButtonLink kind="primary" href={GOOGLE + encodeURIComponent(webcal)} target="_blank" rel="noreferrer">
      Google 캘린더에 추가
    </ButtonLink>
  ) : (
    <ButtonLink kind="primary" href={webcal}>
      캘린더에서 열기
    </ButtonLink>
  )
}
