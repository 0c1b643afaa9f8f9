import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSystem } from '../platform/db/actor.ts'
import { demoPicturesFolder } from '../platform/process/paths.ts'

/** Sends a picture as multipart data. */
export type Upload = (path: string, method: 'POST' | 'PUT', form: FormData) => Promise<void>

type RoomPicture = { picture: string; alt: string }

type StudioPictures = {
  /** The wide picture of its public page. */
  hero: string
  /** By the name of the room: its pictures, and the text that describes each. */
  rooms: Record<string, readonly RoomPicture[]>
}

/** The pictures of the demo's studios. They are rendered by `pictures/studios`. */
export const studioPictures = {
  northlight: {
    hero: 'control-room',
    rooms: {
      'Studio A': [
        { picture: 'live-room', alt: 'A drum kit and microphones on a rug, before wooden walls that scatter sound' },
      ],
      'Control room': [
        { picture: 'control-room', alt: 'A mixing desk and two screens before a window to the live room' },
      ],
    },
  },
  bloom: {
    hero: 'daylight-studio',
    rooms: {
      'Studio A': [
        { picture: 'daylight-studio', alt: 'A camera before a peach backdrop, in the sunlight of tall windows' },
      ],
    },
  },
  ember: {
    hero: 'podcast-corner',
    rooms: {
      'Studio A': [{ picture: 'podcast-corner', alt: 'Two red armchairs at a round table with three microphones' }],
    },
  },
} satisfies Record<string, StudioPictures>

function formOf(picture: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const bytes = readFileSync(join(demoPicturesFolder, `${picture}.webp`))
  form.append('file', new File([bytes], `${picture}.webp`, { type: 'image/webp' }))
  return form
}

/** Gives a studio its pictures, through the product's own API. */
export async function addPictures(upload: Upload, studio_id: string, { hero, rooms }: StudioPictures) {
  await upload(`/api/v1/studios/${studio_id}/assets/hero`, 'PUT', formOf(hero))
  const found = await asSystem((tx) =>
    tx
      .selectFrom('resources')
      .select(['id', 'name'])
      .where('studio_id', '=', studio_id)
      .where('kind', '=', 'room')
      .orderBy('position')
      .execute(),
  )
  for (const { id, name } of found) {
    for (const { picture, alt } of rooms[name] ?? [])
      await upload(`/api/v1/studios/${studio_id}/pictures`, 'POST', formOf(picture, { resource_id: id, alt }))
  }
}
