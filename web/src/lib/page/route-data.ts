import type { DataStrategyFunctionArgs, DataStrategyResult } from 'react-router'

/**
 * Replaces the router's code for data from a rendering server (see `build-plugins/router-parts.ts`), with the same names.
 * Our routes have only client loaders.
 */

/** Runs middleware and then the loaders of all routes at once. */
export function getTurboStreamSingleFetchDataStrategy() {
  return (args: DataStrategyFunctionArgs) => args.runClientMiddleware(runLoaders)
}

async function runLoaders({ matches }: DataStrategyFunctionArgs): Promise<Record<string, DataStrategyResult>> {
  const results = matches
    .filter((match) => match.shouldCallHandler())
    .map(async (match) => [match.route.id, await match.resolve((handler) => handler())] as const)
  return Object.fromEntries(await Promise.all(results))
}

/** The state with which pages are prerendered: without data, because no route has a server loader. */
export const decodeViaTurboStream = async () => ({ value: { loaderData: {}, actionData: null, errors: null } })

export const SingleFetchRedirectSymbol = Symbol('SingleFetchRedirect')

export const singleFetchUrl = (url: URL) => url

export const StreamTransfer = () => null
