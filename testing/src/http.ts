import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorCode } from '@studiohub/contract/errors.ts'
import { errors } from '@studiohub/contract/errors.ts'
import { expect } from 'vitest'

/** A response with its parsed JSON body. */
export type ApiResponse = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse>; text: string }

export type CallHeaders = { headers?: Record<string, string> }

/** The name and type of an uploaded file, and the other fields of the form. */
export type Upload = { name?: string; type?: string; fields?: Record<string, string> }

/** Sends calls as one user or as a visitor. The paths of `get`, `post` and the others are below `/api/v1`. */
export type TestClient = {
  request(method: string, path: string, body?: unknown, extra?: CallHeaders): Promise<ApiResponse>
  get(path: string, extra?: CallHeaders): Promise<ApiResponse>
  post(path: string, body?: unknown, extra?: CallHeaders): Promise<ApiResponse>
  put(path: string, body?: unknown, extra?: CallHeaders): Promise<ApiResponse>
  patch(path: string, body?: unknown, extra?: CallHeaders): Promise<ApiResponse>
  delete(path: string, extra?: CallHeaders): Promise<ApiResponse>
  /** Uploads a file in the form field `file`; name and type are free to choose, and `fields` are sent with it. */
  upload(method: string, path: string, bytes: Uint8Array, options?: Upload): Promise<ApiResponse>
}

export function callAs(url: string, token: string | null): TestClient {
  async function request(method: string, path: string, body?: unknown, extra: CallHeaders = {}): Promise<ApiResponse> {
    if (body === undefined || body instanceof FormData)
      return send(path, { method, body: body ?? null, headers: extra.headers ?? {} })
    const headers = { 'content-type': 'application/json', ...extra.headers }
    return send(path, { method, body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  }
  async function send(path: string, init: RequestInit): Promise<ApiResponse> {
    const response = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...init.headers },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : null, text }
  }
  const api = (path: string) => `/api/v1${path}`
  return {
    request,
    get: (path, extra) => request('GET', api(path), undefined, extra),
    post: (path, body, extra) => request('POST', api(path), body, extra),
    put: (path, body, extra) => request('PUT', api(path), body, extra),
    patch: (path, body, extra) => request('PATCH', api(path), body, extra),
    delete: (path, extra) => request('DELETE', api(path), undefined, extra),
    upload: (method, path, bytes, { name = 'picture.jpg', type = 'image/jpeg', fields = {} } = {}) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new File([new Uint8Array(bytes)], name, { type }))
      return request(method, api(path), form)
    },
  }
}

/**
 * Repeats a request that got a 503, after the delay given in the response. Bookings of one studio run one after the
 * other, and a request that waits longer than five seconds must retry.
 */
export async function retryUntilAnswered(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send()
    const seconds = response.headers.get('retry-after')
    if (response.body?.code !== 'UNAVAILABLE' || seconds === null) return response
    await wait(Number(seconds) * 1000)
  }
}

/** Expects an error with this code, its status and a message. */
export function expectError(response: ApiResponse, code: ErrorCode) {
  expect({ status: response.status, code: response.body?.code }).toEqual({ status: errors[code].status, code })
  expect(response.body.message).toEqual(expect.any(String))
}
