import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { hostnameOf, knownHosts } from '#platform/hosts/hosts.ts'
import { studioOfDomain } from '../branding/service.ts'

const DomainQuery = z.object({ domain: z.string().max(260) })

/**
 * `/internal/domain-allowed?domain=`, which the proxy in front of us calls before it obtains a certificate (such as Caddy's
 * `on_demand_tls`). 200 for our own address and for verified domains of studios, else 404.
 */
export const domainRoutes: FastifyPluginAsync = async (app) => {
  const isKnown = knownHosts(studioOfDomain)
  app.get('/domain-allowed', async (request, reply) => {
    const query = DomainQuery.safeParse(request.query)
    if (!query.success || !(await isKnown(hostnameOf(query.data.domain)))) return fail('NOT_FOUND')
    return reply.code(200).send({ allowed: true })
  })
}
