import { preloadModule } from 'react-dom'
import { doubtConnection } from '../server/connection.ts'
import { lostConnection } from '../server/problem.ts'
import { mayReloadFor, NewVersion, settledFor } from './new-version.ts'

type Route = { id: string; module: string; imports?: string[] }

/**
 * Stands in for the router's own `loadRouteModule` (see `build-plugins/missing-chunks.ts`): same call, same answer, but
 * a failure is an error for the page's border. Only there is the address the one that was asked for, so only there may
 * the page be loaded again.
 * @throws NewVersion where the server is there and the file is not; `UNREACHABLE` where the server is not there
 */
export async function loadRouteModule(route: Route, loaded: Record<string, unknown>) {
  if (route.id in loaded) return loaded[route.id]
  // All at once: a browser finds what a file imports only when it has the file.
  for (const file of route.imports ?? []) preloadModule(file)
  try {
    const module: unknown = await import(/* @vite-ignore */ route.module)
    loaded[route.id] = module
    settledFor(route.module)
    return module
  } catch {
    if (await serverAnswers(route.module)) throw new NewVersion(mayReloadFor(route.module))
    doubtConnection()
    throw lostConnection()
  }
}

// Whatever it answers: the file may be there while one that it imports is gone.
const serverAnswers = (address: string) =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
