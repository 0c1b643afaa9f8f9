import { fetchAsPerson, readAnswer } from './fetch-as-person.ts'

/** Sends a file as the person, in the multipart field `file`, and says how much of it is over: from 0 to 1. */
export async function uploadAsPerson(
  path: string,
  file: File,
  onProgress: (done: number) => void,
  method: 'PUT' | 'POST' = 'PUT',
): Promise<unknown> {
  const body = new FormData()
  body.set('file', file)
  const request = new Request(`${window.location.origin}/api/v1${path}`, { method, body })
  return readAnswer(await fetchAsPerson(request, (ready) => sendWithProgress(ready, onProgress)))
}

// A line that is down without saying so would leave the person waiting for ever; checking the picture takes a while too.
const SILENT_FOR_MS = 45_000

// `fetch` tells nobody how far an upload is.
async function sendWithProgress(request: Request, onProgress: (done: number) => void): Promise<Response> {
  const body = await request.blob()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const wire = new XMLHttpRequest()
  wire.open(request.method, request.url)
  for (const [name, value] of request.headers) wire.setRequestHeader(name, value)
  let silence = setTimeout(() => wire.abort(), SILENT_FOR_MS)
  wire.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(silence)
    silence = setTimeout(() => wire.abort(), SILENT_FOR_MS)
    onProgress(total === 0 ? 0 : loaded / total)
  }
  wire.onload = () => resolve(new Response(wire.responseText || null, { status: wire.status }))
  wire.onerror = wire.onabort = () => reject(new TypeError('Failed to fetch'))
  wire.onloadend = () => clearTimeout(silence)
  wire.send(body)
  return promise
}
