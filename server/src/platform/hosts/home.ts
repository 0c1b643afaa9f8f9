let home: URL | null = null

/** Names the product's own address (`PUBLIC_URL`), once, at start. */
export function setHome(publicUrl: string): void {
  home = new URL(publicUrl)
}

export function theHome(): URL {
  if (!home) throw new Error('setHome has not been called')
  return home
}

/** The address of a page of ours at the product's own name. */
export const pageAtHome = (path: string) => new URL(path, theHome()).href
