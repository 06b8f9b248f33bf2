const RELOADED = 'reloaded_from_build'
// The hash in this file's own name changes with every build.
const BUILD = import.meta.url

/**
 * For the import of a screen. A page from before a deployment asks for parts that are gone: then it is loaded anew,
 * once for each build. A part can also be missing because the network is, and a reload would leave a blank page: the
 * service must answer first. Prefetching does not come here, so that nobody's typing is interrupted by it.
 */
export async function loadOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (failure) {
    if (sessionStorage.getItem(RELOADED) !== BUILD) await reloadWhenReachable()
    throw failure
  }
}

async function reloadWhenReachable() {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' })
  } catch {
    return
  }
  sessionStorage.setItem(RELOADED, BUILD)
  location.reload()
  // Nothing more of this page is to be shown.
  await new Promise(() => {})
}
