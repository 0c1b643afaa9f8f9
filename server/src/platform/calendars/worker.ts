import { parentPort, workerData } from 'node:worker_threads'
import type { ReadCalendarInput } from './calendar-data.ts'
import { EndlessCalendarError, readCalendarTimes } from './calendar-times.ts'

// The server created this data, so it has this type.
const input = workerData as ReadCalendarInput
try {
  parentPort?.postMessage({ done: true, ...readCalendarTimes(input) })
} catch (error) {
  parentPort?.postMessage({ done: false, isEndless: error instanceof EndlessCalendarError })
}
