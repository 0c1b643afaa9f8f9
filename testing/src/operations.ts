import { isContractProcedure } from '@orpc/contract'
import { contract } from '@studiohub/contract/api.ts'
import { getDefinition } from '@studiohub/contract/route.ts'

/** A call of the API: its name in the log, method and path below `/api/v1`. */
export type Operation = { name: string; method: string; path: `/${string}` }

/** All operations of the contract. */
export const operations: Operation[] = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([call, procedure]): Operation[] => {
    if (!isContractProcedure(procedure)) return []
    const { method = 'POST', path = '/' } = getDefinition(procedure).route
    return [{ name: `${feature}.${call}`, method, path }]
  }),
)

/** The operation's path with the same id for every parameter. */
export const fillPath = ({ path }: Operation, id: string) => path.replaceAll(/\{\w+\}/g, id)
