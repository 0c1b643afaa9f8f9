import { parentPort, workerData } from 'node:worker_threads'
import type { CalendarOrder } from './calendar-order.ts'
import { EndlessCalendar, readCalendarTimes } from './calendar-times.ts'

// The server wrote it.
const order = workerData as CalendarOrder
try {
  parentPort?.postMessage({ done: true, ...readCalendarTimes(order) })
} catch (error) {
  parentPort?.postMessage({ done: false, isEndless: error instanceof EndlessCalendar })
}
