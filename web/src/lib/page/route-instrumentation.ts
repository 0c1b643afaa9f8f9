/**
 * Replaces the router's hooks for measuring tools (see `build-plugins/router-parts.ts`), with the same names. We use no such
 * tool.
 */

export const consumeInstrumentationClientResultMetaReceiver = () => undefined

export const getRouteInstrumentationUpdates = () => ({})

export const instrumentClientSideRouter = <Router>(router: Router) => router
