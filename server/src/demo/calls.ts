import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Upload } from './pictures.ts'

/** The fields of a response that the demo uses. */
const DemoResponse = z.object({
  id: z.string().default(''),
  studio_id: z.string().nullish(),
  access_token: z.string().default(''),
  version: z.number().default(1),
  user: z.object({ id: z.string() }).default({ id: '' }),
})

/** Sends a request as one user; a GET without its body. Throws if the response is an error. */
export type Call = (
  path: string,
  body: object,
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT',
) => Promise<z.infer<typeof DemoResponse>>

/** Makes a function that calls the product's API as the user of a token, or as a visitor. */
export const callerOn =
  (app: FastifyInstance, host: string) =>
  (token: string | null): Call =>
  async (path, body, method = 'POST') => {
    const headers = { host, ...(token && { authorization: `Bearer ${token}` }) }
    const payload = method === 'GET' ? {} : { payload: body }
    const response = await app.inject({ method, url: path, headers, ...payload })
    if (response.statusCode >= 400) throw new Error(`the demo could not be loaded: ${path} ${response.body}`)
    return DemoResponse.parse(response.json())
  }

/** Makes a function that sends multipart data as the user of a token. */
export const uploaderOn =
  (app: FastifyInstance, host: string, token: string): Upload =>
  async (path, method, form) => {
    const encoded = new Response(form)
    const headers = {
      host,
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    }
    const payload = Buffer.from(await encoded.arrayBuffer())
    const response = await app.inject({ method, url: path, headers, payload })
    if (response.statusCode >= 400) throw new Error(`the demo could not be loaded: ${path} ${response.body}`)
  }
