/** Screenshots of the demo, taken by `npm run pictures`; width and height of the screen. */
export const pictures = {
  calendar: { width: 1440, height: 900, alt: "A recording studio's month in the StudioHub calendar" },
  booking: { width: 1440, height: 900, alt: 'The form for a new booking, with the free times of the chosen day' },
  list: { width: 1440, height: 900, alt: 'The list of bookings with their status, ready to be confirmed' },
  phone: { width: 390, height: 844, alt: "A client's bookings on a phone, under the studio's own colors" },
  branded: { width: 1440, height: 900, alt: "A photo studio's own sign-in page, in its own light colors" },
  onboarding: { width: 1440, height: 900, alt: 'Opening a studio: its name, its type and its plan' },
} as const

export type PictureName = keyof typeof pictures

const files = import.meta.glob<string>('../pictures/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

/** The URLs of a picture in one format, smallest first, for `srcset`. */
export function sourcesOf(name: PictureName, format: 'avif' | 'webp') {
  return Object.entries(files)
    .flatMap(([path, address]) => {
      const [, width] = path.match(new RegExp(`/${name}-(\\d+)\\.${format}$`)) ?? []
      return width ? [{ width: Number(width), address }] : []
    })
    .sort((one, other) => one.width - other.width)
}
