/** Screenshots of the demo in both themes, made by `npm run pictures`. Width and height are those of the screen. */
export const pictures = {
  calendar: { width: 1440, height: 900, alt: "A recording studio's month in the StudioHub calendar" },
  list: { width: 1440, height: 900, alt: 'The list of bookings with their status, ready to be confirmed' },
  phone: { width: 390, height: 844, alt: "A client's bookings on a phone, under the studio's own colors" },
  branded: { width: 1440, height: 900, alt: "A photo studio's own sign-in page, in its own colors" },
} as const

export type PictureName = keyof typeof pictures

const files = import.meta.glob<string>('../pictures/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

/** The URLs of a picture in one theme and format, smallest first, for `srcset`. */
export function sourcesOf(name: PictureName, theme: 'dark' | 'light', format: 'avif' | 'webp') {
  return Object.entries(files)
    .flatMap(([path, url]) => {
      const [, width] = path.match(new RegExp(`/${name}-${theme}-(\\d+)\\.${format}$`)) ?? []
      return width ? [{ width: Number(width), url }] : []
    })
    .sort((a, b) => a.width - b.width)
}
