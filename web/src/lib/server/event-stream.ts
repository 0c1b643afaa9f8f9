import { createParser } from 'eventsource-parser'

/** One server-sent event: its name and its data as sent. */
export type StreamEvent = { name: string; data: string }

export type EventReader = {
  /** Takes the next piece of the stream, however it was cut. */
  read(piece: string): void
  /** How long the server asks to wait before the next try, in milliseconds; null where it has not said. */
  retry(): number | null
}

/** Reads one stream of server-sent events (HTML standard, section 9.2.6). */
export function eventReader(onEvent: (event: StreamEvent) => void): EventReader {
  let retry: number | null = null
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }),
    onRetry: (ms) => {
      retry = ms
    },
  })
  return { read: parser.feed, retry: () => retry }
}
