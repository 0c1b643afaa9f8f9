import { callAs } from './http.ts'
import { asKept, hourOf, type Ledger, nextBooking, type Writer } from './ledger.ts'

/** A running load on a server. */
export type Load = {
  /**
   * Resolves after this many more acknowledged bookings and changes. @throws if all writers were disconnected before
   */
  acknowledged(count: number): Promise<void>
  /** Lets all writers finish their current request; writers of a killed server have stopped already. */
  stop(): Promise<void>
}

/**
 * Lets every writer of the ledger book and change their profile in turn, as fast as possible, and records what was
 * acknowledged. A writer whose connection breaks stops.
 * @param urls the servers of one database; the writers are distributed over them
 */
export function startLoad(ledger: Ledger, urls: readonly string[]): Load {
  let stopped = false
  let answers = 0
  let onAnswer = () => {}
  async function work(writer: Writer, url: string) {
    const turns = [book, change]
    for (let turn = 0; !stopped; turn += 1) {
      const answered = await turns[turn % 2]?.(ledger, writer, url)
      if (!answered) return
      answers += 1
      onAnswer()
    }
  }
  const over = Promise.all(ledger.writers.map((writer, nth) => work(writer, urls[nth % urls.length] ?? '')))
  return {
    async acknowledged(count) {
      const until = answers + count
      const reached = new Promise<void>((resolve) => {
        onAnswer = () => answers >= until && resolve()
      })
      await Promise.race([reached, over])
      if (answers < until) throw new Error(`all connections were closed: ${ledger.strange.join('; ')}`)
    },
    async stop() {
      stopped = true
      await over
    },
  }
}

/** @returns whether the server acknowledged it */
async function book(ledger: Ledger, writer: Writer, url: string): Promise<boolean> {
  const body = nextBooking(ledger, writer)
  const hour = hourOf(body)
  ledger.unanswered.set(hour, { writer, body })
  const answer = await callAs(url, writer.person.token)
    .post(ledger.path, body)
    .catch(() => null)
  if (!answer) return false
  ledger.unanswered.delete(hour)
  if (answer.status === 201) ledger.acknowledged.set(hour, asKept(answer.body))
  else ledger.strange.push(`a booking was answered with ${answer.status} ${answer.text}`)
  return answer.status === 201
}

async function change(ledger: Ledger, { phone, person }: Writer, url: string): Promise<boolean> {
  phone.asked += 1
  const answer = await callAs(url, person.token)
    .patch('/me/profile', { phone: String(phone.asked) })
    .catch(() => null)
  if (!answer) return false
  if (answer.status === 200) {
    phone.acknowledged = phone.asked
    ledger.changes_acknowledged += 1
  } else ledger.strange.push(`a change was answered with ${answer.status} ${answer.text}`)
  return answer.status === 200
}
