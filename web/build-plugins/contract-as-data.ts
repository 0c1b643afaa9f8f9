import { minifyContractRouter } from '@orpc/contract'
import { contract } from '@studiohub/contract/api.ts'
import type { Plugin } from 'vite'

const name = 'virtual:contract'

/**
 * Serves the API contract as plain data. The browser client needs only methods and paths, so pages without a form do
 * not load zod.
 */
export function contractAsData(): Plugin {
  return {
    name: 'contract-as-data',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(minifyContractRouter(contract))}` : null),
  }
}
