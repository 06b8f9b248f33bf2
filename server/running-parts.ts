import type { Logger } from 'pino'

export class RunningParts {
  readonly #stack = new AsyncDisposableStack()
  readonly #log: Logger
  #stopping: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  get isStopping() {
    return this.#stopping !== undefined
  }

  /** Also stops a part that is still starting. */
  async begin<Part>(starting: Promise<Part>, stop: (part: Part) => unknown): Promise<Part> {
    this.#stack.defer(async () => {
      try {
        await starting.then(stop, () => {})
      } catch (error) {
        this.#log.error({ err: error }, 'stopping failed')
      }
    })
    const part = await starting
    if (this.isStopping) throw new Error('stopped while starting')
    return part
  }

  /** Logs failures and continues. */
  repeat(what: string, every_ms: number, work: () => Promise<unknown>): void {
    const timer = setInterval(() => {
      work().catch((error: unknown) => this.#log.warn({ err: error }, `${what} failed`))
    }, every_ms)
    this.#stack.defer(() => clearInterval(timer))
  }

  /** In reverse order and once: a signal may arrive during the start. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stack.disposeAsync())
  }
}
