import type { ErrorCode } from '@studiohub/contract/errors.ts'
import { errors } from '@studiohub/contract/errors.ts'
import { expect } from 'vitest'

/** A response with its parsed JSON body. */
export type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse>; text: string }

export type Extra = { headers?: Record<string, string> }

/** What an upload says of its file, and the other fields of its form. */
export type Upload = { name?: string; type?: string; fields?: Record<string, string> }

/** Sends calls as one user or as a visitor. The paths of `get`, `post` and the others are below `/api/v1`. */
export type Caller = {
  request(method: string, path: string, body?: unknown, extra?: Extra): Promise<Answer>
  get(path: string, extra?: Extra): Promise<Answer>
  post(path: string, body?: unknown, extra?: Extra): Promise<Answer>
  put(path: string, body?: unknown, extra?: Extra): Promise<Answer>
  patch(path: string, body?: unknown, extra?: Extra): Promise<Answer>
  delete(path: string, extra?: Extra): Promise<Answer>
  /** Uploads a file in the form field `file`; type and name are free to choose, `fields` are sent beside it. */
  upload(method: string, path: string, bytes: Uint8Array, told?: Upload): Promise<Answer>
}

export function callAs(url: string, token: string | null): Caller {
  async function request(method: string, path: string, body?: unknown, extra: Extra = {}): Promise<Answer> {
    if (body === undefined || body instanceof FormData)
      return send(path, { method, body: body ?? null, headers: extra.headers ?? {} })
    const headers = { 'content-type': 'application/json', ...extra.headers }
    return send(path, { method, body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  }
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...init.headers },
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : null, text }
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

/** Expects an error with this code, its status and a message. */
export function expectError(answer: Answer, code: ErrorCode) {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status: errors[code].status, code })
  expect(answer.body.message).toEqual(expect.any(String))
}
