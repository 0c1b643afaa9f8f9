import { callAs } from '../http.ts'

/** The parts of JSON Schema that the API's description uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }

/** A call in the API description of the running product. */
export type DescribedCall = {
  name: string
  method: string
  path: `/${string}`
  query: Parameter[]
  body: Schema | null
}

type CallDescription = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = { paths: Record<`/${string}`, Record<string, CallDescription>> }

const entries = <Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] => {
  const keys: Key[] = []
  for (const key in record) keys.push(key)
  return keys.map((key) => [key, record[key]])
}

/** All calls in the API description, so that new calls are attacked automatically. */
export async function listDescribedCalls(url: string): Promise<DescribedCall[]> {
  const { body } = await callAs(url, null).get('/openapi.json')
  const document: Document = body
  return entries(document.paths).flatMap(([path, methods]) =>
    entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  )
}
