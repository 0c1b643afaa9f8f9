import { createConnectionError } from './describe-error.ts'

/**
 * Options of a call. With an idempotency key, the server runs a creating call only once, however often it is sent. With an
 * entity tag, the result is undefined if the data has not changed.
 */
export type CallContext = { idempotencyKey?: string; etag?: string }

/**
 * Builds the request of a call. Fields that are named in the path go into it. The others become the query of a GET, else a JSON
 * body, or a form if one of them is a file.
 * @param route method and path, 'GET /bookings/{id}'
 * @param base the URL of the API
 */
export function createRequest(
  route: string,
  input: unknown,
  { base, context, signal = null }: { base: string; context: CallContext; signal?: AbortSignal | null | undefined },
): Request {
  const [method = '', template = ''] = route.split(' ')
  const rest: Record<string, unknown> = { ...Object(input) }
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const url = new URL(base + path)
  const headers = new Headers()
  if (context.idempotencyKey) headers.set('idempotency-key', context.idempotencyKey)
  if (context.etag) headers.set('if-none-match', context.etag)
  const init = { method, headers, signal }
  if (method === 'GET') {
    for (const [name, value] of listValues(rest)) url.searchParams.append(name, String(value))
    return new Request(url, init)
  }
  if (Object.values(rest).some((value) => value instanceof Blob)) {
    const form = new FormData()
    for (const [name, value] of listValues(rest)) form.append(name, value)
    return new Request(url, { ...init, body: form })
  }
  const isEmpty = input === undefined || (path !== template && Object.keys(rest).length === 0)
  if (isEmpty) return new Request(url, init)
  headers.set('content-type', 'application/json')
  return new Request(url, { ...init, body: JSON.stringify(rest) })
}

/** The values of an input that are not empty, by name. Nested ones are named `kinds[0]` and `range[from]`. */
function listValues(value: unknown, name = ''): [name: string, value: string | Blob][] {
  if (value === null || value === undefined) return []
  if (value instanceof Blob) return [[name, value]]
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => listValues(inner, name ? `${name}[${key}]` : key))
}

/** The result of a call: a file with its name, JSON, or undefined for an empty body. @throws a connection error for other bodies */
export async function readBody(response: Response): Promise<unknown> {
  const disposition = response.headers.get('content-disposition')
  if (disposition) {
    const blob = await response.blob()
    const name = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
    return new File([blob], name ? decodeURIComponent(name) : 'file', { type: blob.type })
  }
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw createConnectionError()
  }
}
