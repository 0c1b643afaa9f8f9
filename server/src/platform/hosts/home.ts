import { createSetting } from '../process/setting.ts'

const home = createSetting<URL>('setHomeUrl')

/** Sets the product's own address (`PUBLIC_URL`); called once at start. */
export function setHomeUrl(publicUrl: string): void {
  home.set(new URL(publicUrl))
}

/**
 * The address of the product's own host.
 * @throws Error before `setHomeUrl`
 */
export const getHomeUrl = (): URL => home.get()

/** The URL of a page at the product's own host. */
export const buildHomeUrl = (path: string) => new URL(path, getHomeUrl()).href
