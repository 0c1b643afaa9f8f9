import { isContractProcedure } from '@orpc/contract'
import { contract } from '@studiohub/contract/api.ts'

/** One call of the API: its name as the log has it, and where it answers below `/api/v1`. */
export type Operation = { name: string; method: string; path: `/${string}` }

/** Every operation of the contract, found by walking it. */
export const operations: Operation[] = Object.entries(contract).flatMap(([room, calls]) =>
  Object.entries(calls).flatMap(([call, procedure]): Operation[] => {
    if (!isContractProcedure(procedure)) return []
    const { method = 'POST', path = '/' } = procedure['~orpc'].route
    return [{ name: `${room}.${call}`, method, path }]
  }),
)

/** The operation's address, every placeholder filled with the same id. */
export const addressOf = ({ path }: Operation, id: string) => path.replaceAll(/\{\w+\}/g, id)
