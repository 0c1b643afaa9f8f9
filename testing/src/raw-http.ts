import { request } from 'node:http'

/** A request with headers that `fetch` does not send (`Host`). @returns the response with its body as text */
export function requestAs(
  url: string,
  options: { method?: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', path, headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const responseHeaders = new Headers()
        for (const [name, value] of Object.entries(response.headers))
          if (value !== undefined) responseHeaders.set(name, String(value))
        resolve({
          status: response.statusCode ?? 0,
          headers: responseHeaders,
          text: Buffer.concat(parts).toString('utf8'),
        })
      })
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
