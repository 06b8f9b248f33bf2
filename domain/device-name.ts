/** In order: browsers name their ancestors too. */
const BROWSERS: readonly (readonly [token: RegExp, name: string])[] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(/, '네이버 앱'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Whale\//, '웨일'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+ .*Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [token: RegExp, name: string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

const UNKNOWN_DEVICE = '기타 기기'

/** `Chrome · Android`: recognizable, without version and model. */
export function deviceName(userAgent = ''): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([token]) => token.test(userAgent))?.[1]
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(' · ') || UNKNOWN_DEVICE
}
