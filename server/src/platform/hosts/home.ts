let home: URL | null = null

/** Sets the product's own address (`PUBLIC_URL`); called once at start. */
export function setHome(publicUrl: string): void {
  home = new URL(publicUrl)
}

export function theHome(): URL {
  if (!home) throw new Error('setHome has not been called')
  return home
}

/** The URL of a page at the product's own address. */
export const pageAtHome = (path: string) => new URL(path, theHome()).href
