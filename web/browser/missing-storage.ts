const NEEDED =
  '이 서비스를 이용하려면 브라우저 설정에서 쿠키와 사이트 데이터 저장을 허용하고 저장 공간을 확보해주세요.'

/** Replaces the app, in which no login would last. */
export function sayNeeded(): void {
  const page = document.createElement('main')
  page.className = 'page'
  page.append(document.createElement('h1'))
  page.firstElementChild!.textContent = NEEDED
  document.body.replaceChildren(page)
}

/** `navigator.cookieEnabled` says yes in frames that store none. */
export function hasCookies(): boolean {
  document.cookie = 'probe=1; max-age=2'
  return navigator.cookieEnabled && document.cookie.includes('probe=1')
}

/** Walls and links work without a login. False for all others. */
export function goWithout(audience: string | undefined): boolean {
  const isPossible = audience === 'wall' || audience === 'link'
  if (!isPossible) sayNeeded()
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const value = makeMemory()
    try {
      // A full one can be read.
      Object.assign(value, globalThis[name])
    } catch {
      // Forbidden.
    }
    Object.defineProperty(globalThis, name, { configurable: true, value })
  }
  return isPossible
}

/** As long as the page; its keys are listed like those of a storage. */
function makeMemory(): object {
  const items = Object.create({
    getItem: (name: string) => items[name] ?? null,
    setItem: (name: string, text: string) => void (items[name] = text),
    removeItem: (name: string) => delete items[name],
  }) as Record<string, string>
  return items
}
