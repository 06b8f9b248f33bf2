/** Inserted by the build. */
declare const SHELL: {
  version: string
  entry: string
  files: readonly string[]
  /** More files, for devices on which a desk was opened. */
  desk: readonly string[]
}
declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
}

const OURS = 'shell-'
const CACHE = OURS + SHELL.version
const PAGE = '/'
// Empty: tells later builds to keep the desk as well.
const DESK = '/desk'
// The longest wait for the network before the cached page is shown.
const TIMEOUT_MS = 3_000

type WithRoutes = ExtendableEvent & { addRoutes?: (route: object) => Promise<void> }

self.addEventListener('install', (event: WithRoutes) => {
  // Where supported, API calls bypass this worker entirely.
  const routes = event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })
  event.waitUntil(Promise.all([install(), routes?.catch(() => {})]))
})

self.addEventListener('message', (event) => {
  if (event.data === 'desk') event.waitUntil(keepDesk())
})

self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // API calls pass through: only the page can handle a network error.
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(screen(event))
})

// Browsers require a notification for every push.
const UNREADABLE = {
  title: '예약 소식이 있습니다',
  body: '예약내역에서 확인해주세요.',
  tag: 'news',
  path: '/reservations',
}

self.addEventListener('push', (event) => event.waitUntil(tell(readPush(event))))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  event.waitUntil(openScreen(path))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

const isScreen = (path: string) => !/^\/(?:api|healthz|readyz|metrics)(?:\/|$)|\.\w+$/.test(path)

function readPush({ data }: PushEvent): typeof UNREADABLE {
  try {
    return { ...UNREADABLE, ...(data?.json() as object) }
  } catch {
    return UNREADABLE
  }
}

/** Equal tags replace the earlier notification; `renotify` rings again. */
const tell = ({ title, body, tag, path }: typeof UNREADABLE) => {
  const looks = { body, tag, lang: 'ko', icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }
  const options: NotificationOptions & { renotify: boolean } = { ...looks, renotify: true }
  return self.registration.showNotification(title, options)
}

/** Opens a separate window, so that unfinished forms survive. */
async function openScreen(path: string) {
  const address = new URL(path, self.location.origin)
  if (address.origin !== self.location.origin) return
  const open = (await openPages()).find(({ url }) => url === address.href)
  await (open ? open.focus() : self.clients.openWindow(address.href))
}

type SubscriptionChange = ExtendableEvent & { oldSubscription?: PushSubscription | null }

/** Registers the phone's new push address for the signed-in member. */
async function renew({ oldSubscription }: SubscriptionChange) {
  const key = oldSubscription?.options.applicationServerKey
  if (!key) return
  const how = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await self.registration.pushManager.subscribe(how)
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/user/push/', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

/** Caches file by file, so that interrupted installations resume. */
async function install() {
  const cache = await caches.open(CACHE)
  await keep(cache, SHELL.files)
  if (await caches.match(DESK)) await keepDesk()
  const page = await download(PAGE)
  // Servers may run different builds; a page needs its own files.
  if (!(await page.clone().text()).includes(SHELL.entry)) throw new Error('the page is of another build')
  // Last, because the page marks the build as complete.
  // It preloads the files of one screen, and the page serves all.
  const headers = new Headers(page.headers)
  headers.delete('link')
  await cache.put(PAGE, new Response(page.body, { headers }))
  await self.skipWaiting()
}

async function keep(cache: Cache, files: readonly string[]) {
  for (const file of files)
    if (!(await cache.match(file)))
      await cache.put(file, (await caches.match(file)) ?? (await download(file)))
}

async function keepDesk() {
  const cache = await caches.open(CACHE)
  await keep(cache, SHELL.desk)
  await cache.put(DESK, new Response())
}

async function download(file: string): Promise<Response> {
  const answer = await fetch(file, file === PAGE ? { cache: 'no-store' } : {})
  if (answer.status !== 200) throw new Error(`${file}: ${answer.status}`)
  return answer
}

async function activate() {
  await self.clients.claim()
  await dropOldBuilds()
  // oxlint-disable-next-line require-post-message-target-origin -- A worker's pages are of its own origin.
  for (const page of await openPages()) page.postMessage({ entry: SHELL.entry })
}

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** An open page may still need the previous build. */
async function dropOldBuilds() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE)
  const whole = await Promise.all(old.map(async (name) => (await caches.open(name)).match(PAGE)))
  const isOpen = (await openPages()).length > 0
  const lastWhole = isOpen ? old.filter((_, i) => whole[i]).at(-1) : undefined
  await Promise.all(old.filter((name) => name !== lastWhole).map((name) => caches.delete(name)))
}

/** Hashed files never change, so the cache comes first. */
async function asset(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)))
  }
  return answer
}

/** Network first; the cached page after a timeout. */
async function screen(event: FetchEvent): Promise<Response> {
  const fromNetwork = fetch(event.request)
  const kept = await (await caches.open(CACHE)).match(PAGE)
  if (!kept) return fromNetwork
  event.waitUntil(tidy())
  const isThere = fromNetwork.then(
    (answer) => (answer.status < 500 ? answer : undefined),
    () => undefined,
  )
  const first = await Promise.race([isThere, wait(TIMEOUT_MS)])
  if (first) return first
  // A late answer may announce a newer build.
  event.waitUntil(isThere.then((answer) => answer && self.registration.update()))
  return kept
}

async function tidy() {
  if ((await openPages()).length === 0) await dropOldBuilds()
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))
