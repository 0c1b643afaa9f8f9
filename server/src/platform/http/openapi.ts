import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@studiohub/contract/api.ts'
import { computeOnce } from '@studiohub/contract/shared/compute-once.ts'
import { withExamples } from './api-examples.ts'

/** The path under which all API calls are. */
export const API_PATH = '/api/v1'

/** The OpenAPI description of all calls, with examples. Built once per process. */
export const getOpenApiDocument = computeOnce((): Promise<unknown> => generateOpenApiDocument().then(withExamples))

function generateOpenApiDocument() {
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: 'StudioHub', version: '1' },
    servers: [{ url: API_PATH }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    customErrorResponseBodySchema: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        details: { type: 'object' },
      },
    },
  })
}
