import { request } from 'node:http'

/** A request with headers that `fetch` does not send (`Host`). @returns the response with its body as text */
export function requestAs(
  url: string,
  options: { method?: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', path, headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const found = new Headers()
        for (const [name, value] of Object.entries(answer.headers))
          if (value !== undefined) found.set(name, String(value))
        resolve({ status: answer.statusCode ?? 0, headers: found, text: Buffer.concat(parts).toString('utf8') })
      })
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
