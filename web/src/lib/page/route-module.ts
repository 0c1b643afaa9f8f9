import { preloadModule } from 'react-dom'
import { checkConnection } from '../server/connection.ts'
import { createConnectionError } from '../server/describe-error.ts'
import { claimReload, forgetReload, NewVersionError } from './new-version.ts'

type Route = { id: string; module: string; imports?: string[] }

/**
 * Replaces the router's `loadRouteModule` (see `build-plugins/router-parts.ts`) with the same signature, but a failure goes
 * to the error boundary. There the address bar already shows the requested page, so a reload is safe.
 * @throws NewVersion if the server responds but the file is missing; `UNREACHABLE` if the server does not respond
 */
export async function loadRouteModule(route: Route, loaded: Record<string, unknown>) {
  if (route.id in loaded) return loaded[route.id]
  // Loads the imports in parallel, because a browser finds them only after it has parsed the file.
  for (const file of route.imports ?? []) preloadModule(file)
  try {
    const module: unknown = await import(/* @vite-ignore */ route.module)
    loaded[route.id] = module
    forgetReload(route.module)
    return module
  } catch {
    if (await isServerReachable(route.module)) throw new NewVersionError(claimReload(route.module))
    checkConnection()
    throw createConnectionError()
  }
}

// Any response means that the server works: the file may exist while one of its imports is missing.
const isServerReachable = (address: string) =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
