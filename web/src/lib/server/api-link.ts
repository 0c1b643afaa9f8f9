import routes, { type Routes } from 'virtual:contract'
import { type ClientLink, ORPCError } from '@orpc/client'
import { type CallContext, createRequest, readBody } from './api-request.ts'
import { createConnectionError, parseErrorBody } from './describe-error.ts'
import { fetchAsUser } from './fetch-as-user.ts'

const NOT_MODIFIED = 304

/**
 * Sends the calls of the contract as plain HTTP, like `OpenAPILink` but much smaller (decision 0167). A response that is
 * neither a result nor one of our errors, such as a proxy's page, becomes a connection error.
 */
export const apiLink: ClientLink<CallContext> = {
  async call(path, input, { context, signal }) {
    const base = `${window.location.origin}/api/v1`
    const response = await fetchAsUser(createRequest(findRoute(path), input, { base, context, signal }))
    if (response.ok || response.status === NOT_MODIFIED) return readBody(response)
    const error = parseErrorBody(await response.json().catch(() => null))
    if (!error) throw createConnectionError()
    throw new ORPCError(error.code, { status: response.status, message: error.message, data: error.data })
  },
}

/** The method and path of a call, such as 'GET /bookings/{id}'. @throws if the contract has no such call */
function findRoute(path: readonly string[]): string {
  const route = path.reduce<Routes | string | undefined>(
    (branch, name) => (typeof branch === 'object' ? branch[name] : undefined),
    routes,
  )
  if (typeof route !== 'string') throw new Error(`The API has no call ${path.join('.')}.`)
  return route
}
