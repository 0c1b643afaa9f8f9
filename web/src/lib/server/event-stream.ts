import { createParser } from 'eventsource-parser'

/** One server-sent event: its name and raw data. */
export type StreamEvent = { name: string; data: string }

export type EventReader = {
  /** Reads the next chunk; chunks may split lines anywhere. */
  read(piece: string): void
  /** The server's reconnection delay in milliseconds; null if not sent. */
  retry(): number | null
}

/** Parses one stream of server-sent events (HTML standard, section 9.2.6). */
export function createEventReader(onEvent: (event: StreamEvent) => void): EventReader {
  let retry: number | null = null
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }),
    onRetry: (ms) => {
      retry = ms
    },
  })
  return { read: parser.feed, retry: () => retry }
}
