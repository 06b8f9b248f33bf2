/** The build's description of itself; written before this file's code when it is built. */
declare const SHELL: {
  /** Changes when anything of the build does. */
  version: string
  /** The script that starts the app. */
  entry: string
  /** The files of a visitor's screens. */
  files: readonly string[]
}
declare const self: ServiceWorkerGlobalScope & {
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
}

const OURS = 'shell-'
const CACHE = OURS + SHELL.version
const PAGE = '/'
// How long a visitor looks at nothing before the app is taken from the phone.
const TIMEOUT_MS = 3_000

type WithRoutes = ExtendableEvent & { addRoutes?: (route: object) => Promise<void> }

self.addEventListener('install', (event: WithRoutes) => {
  // Where the browser supports it, a poll does not even wake this worker.
  const routes = event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })
  event.waitUntil(Promise.all([install(), routes?.catch(() => {})]))
})

self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // Calls go by untouched: only the page knows what to make of a missing answer.
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(screen(event))
})

// Browsers demand that every push is shown, also one that cannot be read.
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

/** Later news of a reservation take the place of earlier ones, and ring again. */
const tell = ({ title, body, tag, path }: typeof UNREADABLE) => {
  const looks = { body, tag, lang: 'ko', icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }
  const options: NotificationOptions & { renotify: boolean } = { ...looks, renotify: true }
  return self.registration.showNotification(title, options)
}

/** Opens a screen of this app, in a window of its own: another one may hold a form that is being filled. */
async function openScreen(path: string) {
  const address = new URL(path, self.location.origin)
  if (address.origin !== self.location.origin) return
  const open = (await openPages()).find(({ url }) => url === address.href)
  await (open ? open.focus() : self.clients.openWindow(address.href))
}

type SubscriptionChange = ExtendableEvent & { oldSubscription?: PushSubscription | null }

/** The browser has a new address for this phone: the service is told of it, in the name of who is signed in. */
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

/** Fetches what is not on the phone yet, file by file, so that a bad network gets there in several goes. */
async function install() {
  const cache = await caches.open(CACHE)
  for (const file of SHELL.files)
    if (!(await cache.match(file)))
      await cache.put(file, (await caches.match(file)) ?? (await download(file)))
  const page = await download(PAGE)
  // Another server may still have another build: a page goes together with its own files only.
  if (!(await page.clone().text()).includes(SHELL.entry)) throw new Error('the page is of another build')
  // Last: with its page a build is whole.
  await cache.put(PAGE, page)
  await self.skipWaiting()
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

/** A page that is open may still need parts of the build before; with nobody there, nothing old is kept. */
async function dropOldBuilds() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE)
  const whole = await Promise.all(old.map(async (name) => (await caches.open(name)).match(PAGE)))
  const isOpen = (await openPages()).length > 0
  const lastWhole = isOpen ? old.findLast((_, i) => whole[i]) : undefined
  await Promise.all(old.filter((name) => name !== lastWhole).map((name) => caches.delete(name)))
}

/** A hashed file never changes: from the phone, whichever build it was kept for, else kept from now on. */
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

/** The newest page that the network has; the phone's own when it has none in time. */
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
  // Late is not never: then there may be a newer build.
  event.waitUntil(isThere.then((answer) => answer && self.registration.update()))
  return kept
}

/** Once nobody has a page of an older build open, its parts have no more use. */
async function tidy() {
  if ((await openPages()).length === 0) await dropOldBuilds()
}

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))
