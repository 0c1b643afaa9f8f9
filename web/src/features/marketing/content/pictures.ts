/** Screenshots of the product, made by `npm run pictures` from its demo; width and height are those of the screen. */
export const pictures = {
  calendar: { width: 1440, height: 900, alt: "A recording studio's month in the StudioHub calendar" },
  booking: { width: 1440, height: 900, alt: 'The form for a new booking, with the free times of the chosen day' },
  list: { width: 1440, height: 900, alt: 'The list of bookings with their status, ready to be confirmed' },
  phone: { width: 390, height: 844, alt: "A client's bookings on a phone, under the studio's own colours" },
  branded: { width: 1440, height: 900, alt: "A photo studio's own sign-in page, in its own light colours" },
  onboarding: { width: 1440, height: 900, alt: 'Opening a studio: its name, its type and its plan' },
} as const

export type PictureName = keyof typeof pictures

const files = import.meta.glob<string>('../pictures/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

/** The addresses of a picture in one format, narrowest first, as a `srcset` wants them. */
export function sourcesOf(name: PictureName, format: 'avif' | 'webp') {
  return Object.entries(files)
    .flatMap(([path, address]) => {
      const [, width] = path.match(new RegExp(`/${name}-(\\d+)\\.${format}$`)) ?? []
      return width ? [{ width: Number(width), address }] : []
    })
    .sort((one, other) => one.width - other.width)
}
