/**
 * Replaces the router's discovery of routes (see `build-plugins/router-parts.ts`), with the same names. Our build lists
 * every route, so there is nothing to discover.
 */

export const isFogOfWarEnabled = () => false

export const getPatchRoutesOnNavigationFunction = () => undefined

export function useFogOFWarDiscovery() {}

export const getPartialManifest = <Manifest>(manifest: Manifest) => manifest
