/*
 * Deletes the data that this device stores about a person. Every page loads this file, because the session can end on any page. Only
 * pages that store something load `device-store.ts`.
 */

/** The name of the browser's cache that contains all stored data. */
export const CACHE_NAME = 'studiohub.own'
/** The key of the person's day in the cache. */
export const DAY_KEY = '/offline/day'

/** Null in browsers without caches. */
export const openCache = () => ('caches' in globalThis ? caches.open(CACHE_NAME) : null)

/** Deletes the day, but not the waiting changes, because the person may sign in again. */
export const deleteDay = async () => (await openCache())?.delete(DAY_KEY)

/** Deletes all data that this device stores about a person. */
export const deleteStoredData = async () => 'caches' in globalThis && caches.delete(CACHE_NAME)
