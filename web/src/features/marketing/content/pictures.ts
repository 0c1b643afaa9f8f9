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
export const findPictureSources = (name: PictureName, theme: 'dark' | 'light', format: 'avif' | 'webp') =>
  findSources(`${name}-${theme}-`, format)

function findSources(start: string, format: 'avif' | 'webp') {
  return Object.entries(files)
    .flatMap(([path, url]) => {
      const [, width] = path.match(new RegExp(`/${start}(\\d+)\\.${format}$`)) ?? []
      return width ? [{ width: Number(width), url }] : []
    })
    .sort((a, b) => a.width - b.width)
}

/** Rooms of the demo's studios, made by `npm run pictures` from `server/demo-pictures`. */
export const rooms = {
  'live-room': 'A live room with drums, amplifiers and wooden walls',
  'daylight-studio': 'A photo studio with daylight, a backdrop and a camera',
  'podcast-desk': 'A microphone at the desk of a podcast studio',
} as const

export type RoomName = keyof typeof rooms
export const ROOM_SIZE = { width: 1120, height: 630 }

/** The URLs of a room's picture in one format, smallest first, for `srcset`. */
export const findRoomSources = (name: RoomName, format: 'avif' | 'webp') => findSources(`${name}-`, format)
