/** One server-sent event: its name and its data as sent. */
export type StreamEvent = { name: string; data: string }

export type EventReader = {
  /** Takes the next piece of the stream, however it was cut. */
  read(piece: string): void
  /** How long the server asks to wait before the next try, in milliseconds; null where it has not said. */
  retry(): number | null
}

/** Reads a stream of server-sent events (HTML standard, section 9.2.6) as far as ours use it: event, data and retry. */
export function eventReader(onEvent: (event: StreamEvent) => void): EventReader {
  let rest = ''
  let name = ''
  let data: string[] = []
  let retry: number | null = null

  function take(line: string) {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n') })
      name = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value)
  }

  return {
    read(piece) {
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    },
    retry: () => retry,
  }
}
