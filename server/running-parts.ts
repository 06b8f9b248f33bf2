import type { Logger } from 'pino'

/** Each part that has been started, or is being started, with how it stops. */
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

  /** Starts one part and sees to its end, also when everything is stopped before it has started. */
  async begin<Part>(starting: Promise<Part>, stop: (part: Part) => unknown): Promise<Part> {
    this.#stack.defer(async () => {
      try {
        await starting.then(stop, () => {})
      } catch (error) {
        this.#log.error({ err: error }, 'while stopping')
      }
    })
    const part = await starting
    if (this.isStopping) throw new Error('stopped while starting')
    return part
  }

  /** Does something again and again until everything stops; a failure is logged, and the next time comes all the same. */
  repeat(what: string, every_ms: number, work: () => Promise<unknown>): void {
    const timer = setInterval(() => {
      work().catch((error: unknown) => this.#log.warn({ err: error }, what))
    }, every_ms)
    this.#stack.defer(() => clearInterval(timer))
  }

  /** Stops every part, in the opposite order and once: a signal may come in the middle of a start. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stack.disposeAsync())
  }
}
