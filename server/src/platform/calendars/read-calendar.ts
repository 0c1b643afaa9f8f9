import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { CalendarTimes, ReadCalendarInput } from './calendar-data.ts'

/** Five thousand events take about two seconds, and several times as long on a busy machine. */
const TIMEOUT_MS = 20_000
const MEMORY_MB = 256

const TOO_COMPLEX = 'The calendar is too large or repeats too often to be read.'
const NO_CALENDAR = 'There is no calendar at this address. Copy the address that ends in .ics.'

/** The error of a calendar or its provider. The message is for the person who connected the calendar. */
export class CalendarError extends Error {
  override name = 'CalendarError'
  /** True if the text is a calendar, but too large or endless. */
  readonly isTooComplex: boolean

  constructor(message: string, { isTooComplex = false } = {}) {
    super(message)
    this.isTooComplex = isTooComplex
  }
}

const tooComplexError = () => new CalendarError(TOO_COMPLEX, { isTooComplex: true })

const Answer = z.discriminatedUnion('done', [
  z.object({
    done: z.literal(true),
    times: z.array(
      z.object({
        starts_at: z.string(),
        ends_at: z.string(),
        title: z.string().nullable(),
        booking_id: z.string().nullable(),
        object: z.string().nullable(),
        details: z
          .object({
            uid: z.string(),
            is_whole_day: z.boolean(),
            is_tentative: z.boolean(),
            location: z.string(),
            description: z.string(),
            guests: z.array(z.object({ name: z.string(), email: z.string() })),
          })
          .optional(),
      }),
    ),
    isTruncated: z.boolean(),
  }),
  z.object({ done: z.literal(false), isEndless: z.boolean() }),
])

// In development the source file runs. In the bundle, the program is next to the entry or one folder above a chunk.
function workerPath(): string {
  const places = ['./worker.ts', './calendar-worker.js', '../calendar-worker.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const existingPath = places.find((path) => existsSync(path))
  if (!existingPath) throw new Error('the program that reads calendars is missing')
  return existingPath
}

/**
 * Reads the busy times of a calendar in a thread of its own, which is stopped after twenty seconds, so that a calendar
 * without an end does not delay other requests.
 * @throws CalendarError
 */
export async function readCalendar(input: ReadCalendarInput): Promise<CalendarTimes> {
  const worker = new Worker(workerPath(), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // The environment contains secrets, so the thread gets none of it.
    env: {},
  })
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', () => reject(tooComplexError()))
      worker.once('exit', () => reject(tooComplexError()))
    })
    const outcome = Answer.parse(answer)
    if (!outcome.done) throw outcome.isEndless ? tooComplexError() : new CalendarError(NO_CALENDAR)
    const times = outcome.times.map(({ details, ...time }) => (details ? { ...time, details } : time))
    return { times, isTruncated: outcome.isTruncated }
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
