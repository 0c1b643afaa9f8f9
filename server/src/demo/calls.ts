import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Upload } from './pictures.ts'

/** The fields of a response that the demo uses. */
const Reply = z.object({
  id: z.string().default(''),
  studio_id: z.string().nullish(),
  access_token: z.string().default(''),
  version: z.number().default(1),
  user: z.object({ id: z.string() }).default({ id: '' }),
})

/** Sends a request as one user. It throws if the request is refused. */
export type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<z.infer<typeof Reply>>

/** Calls of the product's own API, by users with a token. */
export const callerOn =
  (app: FastifyInstance, host: string) =>
  (token: string | null): Call =>
  async (path, body, method = 'POST') => {
    const headers = { host, ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await app.inject({ method, url: path, headers, payload: body })
    if (answer.statusCode >= 400) throw new Error(`the demo could not be loaded: ${path} ${answer.body}`)
    return Reply.parse(answer.json())
  }

/** Sends multipart data as this user. */
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
    const answer = await app.inject({ method, url: path, headers, payload })
    if (answer.statusCode >= 400) throw new Error(`the demo could not be loaded: ${path} ${answer.body}`)
  }
