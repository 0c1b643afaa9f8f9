import { LiveChange } from '@studiohub/contract/shared/live.ts'

/** A reader of the live stream. */
export type LiveReader = {
  status: number
  headers: Headers
  /** The events so far: `resync` or a change. */
  events: ('resync' | LiveChange)[]
  /** The last `retry:` value in milliseconds. */
  retry: () => number | null
  /** Resolves when either side has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** Opens the live stream like a browser, with the token in the header, and reads it to its end. */
export async function listenLive(
  server: { url: string },
  token: string | null,
  options: { query?: string; headers?: Record<string, string> } = {},
): Promise<LiveReader> {
  const controller = new AbortController()
  const response = await fetch(`${server.url}/api/v1/events${options.query ?? ''}`, {
    signal: controller.signal,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...options.headers },
  })
  const events: LiveReader['events'] = []
  let retry: number | null = null
  const read = async () => {
    let rest = ''
    const text = response.body?.pipeThrough(new TextDecoderStream()) ?? []
    for await (const part of text) {
      const blocks = `${rest}${part}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
        )
        if (fields.has('retry')) retry = Number(fields.get('retry'))
        if (fields.get('event') === 'resync') events.push('resync')
        if (fields.get('event') === 'changed') events.push(LiveChange.parse(JSON.parse(fields.get('data') ?? '')))
      }
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    retry: () => retry,
    // A broken connection counts as ended too.
    ended: response.status === 200 ? read().catch(() => {}) : Promise.resolve(),
    close: () => controller.abort(),
  }
}
