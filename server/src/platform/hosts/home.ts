let home: URL | null = null

/** Sets the product's own address (`PUBLIC_URL`); called once at start. */
export function setHomeUrl(publicUrl: string): void {
  home = new URL(publicUrl)
}

/**
 * The address of the product's own host.
 * @throws Error before `setHomeUrl`
 */
export function getHomeUrl(): URL {
  if (!home) throw new Error('setHomeUrl has not been called')
  return home
}

/** The URL of a page at the product's own host. */
export const buildHomeUrl = (path: string) => new URL(path, getHomeUrl()).href
