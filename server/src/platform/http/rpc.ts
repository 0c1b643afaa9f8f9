import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { type AnyProcedure, type AnyRouter, implement, ORPCError, ValidationError } from '@orpc/server'
import { contract } from '@studiohub/contract/api.ts'
import { AppError, errors, fail } from '@studiohub/contract/errors.ts'
import { type ApiCall, getDefinition } from '@studiohub/contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { checkApiKey } from '../auth/api-keys.ts'
import { readCaller, readIdempotency } from '../auth/session.ts'
import { type Caller, requireGates } from '../db/actor.ts'
import type { Clock } from '../process/clock.ts'
import { mountApiReference } from './api-reference.ts'
import { type ErrorResponse, getRetrySeconds, toAppError, toErrorResponse } from './errors.ts'
import { inputErrorToAppError } from './input-errors.ts'
import { API_PATH, getOpenApiDocument } from './openapi.ts'
import { type SerializedResponse, sendSerializedResponse } from './serialized-responses.ts'
import { acceptUploads, type Upload } from './uploads.ts'

/** The context of every handler; `ip` is the caller's address, for limits only. `setCookie` adds a cookie to the response. */
export type HandlerContext = { caller: Caller; clock: Clock; ip: string; setCookie: (cookie: string) => void }

const base = implement(contract).$context<HandlerContext>()

/** Routes that need no session. A signed-in caller's write must still pass the gates. */
export const publicRoute = base.use(async ({ context, procedure, next }) => {
  const { route } = getDefinition(procedure)
  if (context.caller.session_id !== null && route.method !== 'GET') await requireGates(context.caller)
  return next()
})

/**
 * Routes for a session or an API key. Calls without one are rejected before the input is checked, so that errors tell
 * visitors nothing. `asActor` checks whether the session is active.
 */
export const authed = base.use(({ context, next }) => {
  if (context.caller.session_id === null && !context.caller.key) fail('UNAUTHENTICATED')
  return next()
})

/** The `AppError` for an error in a handler. An output that does not match the schema is a bug; an invalid input is not. */
function handlerErrorToAppError(error: unknown): AppError | null {
  if (!(error instanceof ORPCError)) return toAppError(error)
  if (error.cause instanceof ValidationError)
    return error.code === 'BAD_REQUEST' ? inputErrorToAppError(error.cause) : null
  if (error.code === 'BAD_REQUEST') return new AppError('BAD_REQUEST')
  return toAppError(error.cause)
}

/** The calls that accept a file, as their routes declare. */
const uploads = Object.values(contract)
  .flatMap((feature) => Object.values(feature))
  .flatMap((procedure): Upload[] => {
    const { route, meta } = getDefinition(procedure)
    const { upload } = meta
    if (!upload) return []
    const { method = 'POST', path = '' } = route
    if (!('byLastSegment' in upload)) return [{ method, pathPattern: buildPathPattern(path), rule: upload }]
    const known = Object.entries(upload.byLastSegment).map(([segment, rule]): Upload => {
      const pathPattern = buildPathPattern(path.replace(/\{\w+\}$/, segment))
      return { method, pathPattern, rule }
    })
    // The first match decides, so this one is for all other last segments.
    return [...known, { method, pathPattern: buildPathPattern(path), rule: 'INVALID_ASSET' }]
  })

function buildPathPattern(path: string): RegExp {
  return new RegExp(`^${API_PATH}${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}

/** Whether responses of a route are stored for repeats with the same `Idempotency-Key`. */
function storesResponse(procedure: AnyProcedure): boolean {
  const { onRepeat = 'answer' } = getDefinition(procedure).meta
  return onRepeat === 'answer'
}

/** The studio that an input names, before the input is checked. */
function readNamedStudio(input: unknown): string | null {
  const studio_id: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'studio_id') : null
  return typeof studio_id === 'string' ? studio_id : null
}

/** A call that serializes its own response, because the contract's serializer would take longer than reading the data. */
export type SerializedCall = {
  /** The route's name. */
  operation: string
  path: string
  respond: (caller: Caller, input: unknown, now: Date) => Promise<SerializedResponse>
}

/** Defines a `SerializedCall` for a GET route of the contract that needs a session. */
export function defineSerializedCall<Input>(
  operation: string,
  procedure: ApiCall,
  {
    schema,
    respond,
  }: { schema: z.ZodType<Input>; respond: (caller: Caller, input: Input, now: Date) => Promise<SerializedResponse> },
): SerializedCall {
  const path = (getDefinition(procedure).route.path ?? '').replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    operation,
    path,
    respond(caller, input, now) {
      const { data, error } = schema.safeParse(input)
      if (error) throw inputErrorToAppError(error)
      return respond(caller, data, now)
    },
  }
}

/** Called for every error before it is sent; `request.operation` is the route's name (`bookings.create`). */
export type ErrorWatcher = (request: FastifyRequest, failure: { error: unknown; appError: AppError | null }) => void

/** Mounts the features' routers under `/api/v1`, and serves `/api/v1/openapi.json` and `/api/docs`. */
export function mountApi(
  app: FastifyInstance,
  options: { router: AnyRouter; serializedCalls: readonly SerializedCall[]; clock: Clock; onError: ErrorWatcher },
) {
  for (const call of options.serializedCalls) mountSerializedCall(app, call, options)
  const handler = new OpenAPIHandler<HandlerContext & { request: FastifyRequest; reply: FastifyReply }>(
    options.router,
    {
      clientInterceptors: [
        async ({ next, ...call }) => {
          const { request } = call.context
          request.operation = call.path.join('.')
          const caller = {
            ...call.context.caller,
            operation: request.operation,
            named_studio_id: readNamedStudio(call.input),
            idempotency: storesResponse(call.procedure) ? readIdempotency(request) : undefined,
          }
          if (caller.key) await checkApiKey(caller, call.context.clock.now())
          try {
            return await next({ ...call, context: { ...call.context, caller } })
          } finally {
            // `actor` is null if no gate has run, for example after invalid input. A session that may not make this call gets
            // the error of the gates instead.
            if (caller.session_id !== null && request.actor === null) await requireGates(caller)
          }
        },
      ],
      interceptors: [
        async ({ context, next }) => {
          try {
            return await next()
          } catch (error) {
            const { status, body } = reportError(context, options.onError, {
              error,
              appError: handlerErrorToAppError(error),
            })
            throw new ORPCError(body.code, { status, message: body.message, data: body, cause: error })
          }
        },
      ],
      customErrorResponseBodyEncoder: (error) =>
        error.data ?? { code: error.code, message: error.code in errors ? error.message : errors.BAD_REQUEST.message },
    },
  )
  acceptUploads(app, uploads, options.clock)
  app.get(`${API_PATH}/openapi.json`, () => getOpenApiDocument())
  mountApiReference(app, API_PATH, getOpenApiDocument)
  app.all(`${API_PATH}/*`, async (request, reply) => {
    const caller = await readCaller(request, options.clock.now())
    const { matched } = await handler.handle(request, reply, {
      prefix: API_PATH,
      context: {
        caller,
        clock: options.clock,
        ip: request.ip,
        request,
        reply,
        setCookie: (cookie) => void reply.header('set-cookie', cookie),
      },
    })
    if (!matched) fail('NOT_FOUND', { message: 'This API call does not exist.' })
  })
}

/** Mounts a call outside of the contract's handler, with the same gates and errors. */
function mountSerializedCall(
  app: FastifyInstance,
  { operation, path, respond }: SerializedCall,
  { clock, onError }: { clock: Clock; onError: ErrorWatcher },
) {
  app.get(`${API_PATH}${path}`, async (request, reply) => {
    request.operation = operation
    const input = { ...Object(request.query), ...Object(request.params) }
    let caller: Caller | null = null
    try {
      caller = { ...(await readCaller(request, clock.now())), operation, named_studio_id: readNamedStudio(input) }
      if (caller.key) await checkApiKey(caller, clock.now())
      else if (caller.session_id === null) fail('UNAUTHENTICATED')
      return await sendSerializedResponse(request, reply, await respond(caller, input, clock.now()))
    } catch (thrown) {
      const error = await findGateError(request, caller, thrown)
      const { status, body } = reportError({ request, reply }, onError, { error, appError: toAppError(error) })
      return reply.code(status).send(body)
    }
  })
}

/** Reports an error, and sets its `retry-after` header. @returns the response to send */
function reportError(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  onError: ErrorWatcher,
  failure: { error: unknown; appError: AppError | null },
): ErrorResponse {
  onError(request, failure)
  const seconds = getRetrySeconds(failure.appError)
  if (seconds !== null) reply.header('retry-after', seconds)
  return toErrorResponse(failure.appError)
}

// As in `mountApi`: if the session may not make this call, it gets the error of the gates instead of that of its input.
async function findGateError(request: FastifyRequest, caller: Caller | null, error: unknown): Promise<unknown> {
  if (!caller?.session_id || request.actor !== null) return error
  try {
    await requireGates(caller)
    return error
  } catch (gateError) {
    return gateError
  }
}
