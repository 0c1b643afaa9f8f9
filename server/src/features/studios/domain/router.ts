import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { createHostFinder, getHostname } from '#platform/hosts/hosts.ts'
import { findStudioOfDomain } from '../branding/address-service.ts'

const DomainQuery = z.object({ domain: z.string().max(260) })

/**
 * Serves `/internal/domain-allowed?domain=`, which a proxy calls before it obtains a certificate (such as Caddy with
 * `on_demand_tls`). Responds with 200 for the product's address and verified domains of studios, and with 404 otherwise.
 */
export const domainRoutes: FastifyPluginAsync = async (app) => {
  const isKnown = createHostFinder(findStudioOfDomain)
  app.get('/domain-allowed', async (request, reply) => {
    const query = DomainQuery.safeParse(request.query)
    if (!query.success || !(await isKnown(getHostname(query.data.domain)))) fail('NOT_FOUND')
    return reply.code(200).send({ allowed: true })
  })
}
