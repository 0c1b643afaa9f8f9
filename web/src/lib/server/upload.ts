import { fetchAsUser, readJsonBody } from './fetch-as-user.ts'

/** Uploads a file in the multipart field `file`, with other `fields`, with the user's token. `onProgress` gets values from 0 to 1. */
export async function uploadAsUser(
  path: string,
  file: File,
  onProgress: (done: number) => void,
  method: 'PUT' | 'POST' = 'PUT',
  fields: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file)
  const request = new Request(`${window.location.origin}/api/v1${path}`, { method, body })
  return readJsonBody(await fetchAsUser(request, (signedRequest) => sendWithProgress(signedRequest, onProgress)))
}

// Aborts an upload that makes no progress. It includes time for the server to check the image.
const SILENCE_MS = 45_000

// XMLHttpRequest, because `fetch` does not report upload progress.
async function sendWithProgress(request: Request, onProgress: (done: number) => void): Promise<Response> {
  const body = await request.blob()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const xhr = new XMLHttpRequest()
  xhr.open(request.method, request.url)
  for (const [name, value] of request.headers) xhr.setRequestHeader(name, value)
  let silenceTimer = setTimeout(() => xhr.abort(), SILENCE_MS)
  xhr.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => xhr.abort(), SILENCE_MS)
    onProgress(total === 0 ? 0 : loaded / total)
  }
  xhr.onload = () => resolve(new Response(xhr.responseText || null, { status: xhr.status }))
  xhr.onerror = xhr.onabort = () => reject(new TypeError('Failed to fetch'))
  xhr.onloadend = () => clearTimeout(silenceTimer)
  xhr.send(body)
  return promise
}
