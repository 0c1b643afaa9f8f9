/*
 * Deletes what this device keeps of a person. Every page contains this file, because the session can end on any of them; the rest
 * of `kept.ts` is loaded where something is kept.
 */

/** The browser's cache with everything that is kept. */
export const CACHE = 'studiohub.own'
/** The person's day in the cache. */
export const DAY = '/offline/day'

/** Null in browsers without caches. */
export const openCache = () => ('caches' in globalThis ? caches.open(CACHE) : null)

/** Deletes the day, but not what waits to be sent: the person may sign in again. */
export const forgetDay = async () => (await openCache())?.delete(DAY)

/** Deletes everything that this device keeps of a person. */
export const forgetAll = async () => 'caches' in globalThis && caches.delete(CACHE)
