import type { Routes } from 'virtual:contract'
import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import { contract } from '@studiohub/contract/api.ts'
import { getDefinition } from '@studiohub/contract/route.ts'
import type { Plugin } from 'vite'

const name = 'virtual:contract'

/** 'GET /bookings/{id}' for each call of the contract. @throws for one that our link to the API cannot send */
function listRoutes(router: AnyContractRouter): Routes | string {
  if (!isContractProcedure(router))
    return Object.fromEntries(Object.entries(router).map(([key, inner]) => [key, listRoutes(inner)]))
  const { method, path, inputStructure = 'compact', outputStructure = 'compact' } = getDefinition(router).route
  if (!method || !path || path.includes('{+') || inputStructure !== 'compact' || outputStructure !== 'compact')
    throw new Error(`web/src/lib/server/api-link.ts cannot send ${method} ${path}`)
  return `${method} ${path}`
}

/**
 * Serves the API contract as plain data. The browser client needs only methods and paths, so pages without a form do
 * not load zod.
 */
export function contractAsData(): Plugin {
  return {
    name: 'contract-as-data',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(listRoutes(contract))}` : null),
  }
}
