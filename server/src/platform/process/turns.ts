type TurnOptions = {
  runningMax: number
  waitingMax: number
  /** Throws the error for work that would wait behind `waitingMax` others. */
  reject: () => never
}

/** Limits how much work runs at once, so that a flood of one kind leaves processor and memory to other requests. */
export function createTurns({ runningMax, waitingMax, reject }: TurnOptions) {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    /** How many calls of `run` wait for their turn. */
    countWaiting: () => waiting.length,
    /** Runs `work` in the order of the calls. @throws what `reject` throws, and the error of `work` */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= runningMax) {
        if (waiting.length >= waitingMax) reject()
        // A call that ends starts the next waiting one, so `running` stays the same.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
