import { callAs } from './http.ts'
import { formatHour, removeWarnings, takeNextBooking, type WriteLog, type Writer } from './write-log.ts'

/** A running load on a server. */
export type Load = {
  /** Waits until the server has acknowledged `count` more writes. @throws if all writers lose their connection first */
  waitForWrites(count: number): Promise<void>
  /** Stops all writers after their current request. The writers of a killed server have already stopped. */
  stop(): Promise<void>
}

/**
 * Each writer of the writeLog alternates between creating a booking and changing their phone number, as fast as possible.
 * The writeLog records which writes the server acknowledged. A writer stops when its connection breaks.
 * @param urls the servers of one database; the writers are distributed over them
 */
export function startLoad(writeLog: WriteLog, urls: readonly string[]): Load {
  let stopped = false
  let acknowledgedWrites = 0
  let onWrite = () => {}
  async function work(writer: Writer, url: string) {
    const turns = [sendBooking, sendPhoneChange]
    for (let turn = 0; !stopped; turn += 1) {
      const isAcknowledged = await turns[turn % 2]?.(writeLog, writer, url)
      if (!isAcknowledged) return
      acknowledgedWrites += 1
      onWrite()
    }
  }
  const allStopped = Promise.all(writeLog.writers.map((writer, index) => work(writer, urls[index % urls.length] ?? '')))
  return {
    async waitForWrites(count) {
      const target = acknowledgedWrites + count
      const targetReached = new Promise<void>((resolve) => {
        onWrite = () => acknowledgedWrites >= target && resolve()
      })
      await Promise.race([targetReached, allStopped])
      if (acknowledgedWrites < target) throw new Error(`all connections were closed: ${writeLog.unexpected.join('; ')}`)
    },
    async stop() {
      stopped = true
      await allStopped
    },
  }
}

/** Creates a booking. @returns whether the server acknowledged it */
async function sendBooking(writeLog: WriteLog, writer: Writer, url: string): Promise<boolean> {
  const body = takeNextBooking(writeLog, writer)
  const hour = formatHour(body)
  writeLog.unanswered.set(hour, { writer, body })
  const response = await callAs(url, writer.person.token)
    .post(writeLog.path, body)
    .catch(() => null)
  if (!response) return false
  writeLog.unanswered.delete(hour)
  if (response.status === 201) writeLog.acknowledged.set(hour, removeWarnings(response.body))
  else writeLog.unexpected.push(`unexpected response to a booking: ${response.status} ${response.text}`)
  return response.status === 201
}

async function sendPhoneChange(writeLog: WriteLog, { phone, person }: Writer, url: string): Promise<boolean> {
  phone.sent += 1
  const response = await callAs(url, person.token)
    .patch('/me/profile', { phone: String(phone.sent) })
    .catch(() => null)
  if (!response) return false
  if (response.status === 200) {
    phone.acknowledged = phone.sent
    writeLog.changes_acknowledged += 1
  } else writeLog.unexpected.push(`unexpected response to a phone change: ${response.status} ${response.text}`)
  return response.status === 200
}
