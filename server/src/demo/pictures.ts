import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSystem } from '../platform/db/actor.ts'
import { demoPicturesFolder } from '../platform/process/paths.ts'

/** Sends a picture as multipart data. */
export type Upload = (path: string, method: 'POST' | 'PUT', form: FormData) => Promise<void>

type RoomPicture = { picture: string; alt: string }

type StudioPictures = {
  /** The wide picture of the studio's public page. */
  hero: string
  /** The pictures of each room with their descriptions, by the room's name. */
  rooms: Record<string, readonly RoomPicture[]>
  /** The pictures of services by their key. The others show a room. */
  services?: Record<string, RoomPicture>
}

/** The pictures of the demo's studios, which `pictures/studios` renders. */
export const studioPictures = {
  northlight: {
    hero: 'control-room',
    rooms: {
      'Studio A': [
        { picture: 'live-room', alt: 'A drum kit and microphones on a rug, in front of wooden sound diffusers' },
        { picture: 'vocal-booth', alt: 'A microphone on an arm and a pop filter, with a drum kit in the background' },
        { picture: 'control-room', alt: 'The control room behind the window, with a mixing desk and two screens' },
      ],
      'Studio B': [
        { picture: 'vocal-booth', alt: 'A microphone on an arm and a pop filter, with a drum kit in the background' },
        { picture: 'live-room', alt: 'Wooden sound diffusers and a rug with instruments' },
      ],
      'Control room': [
        { picture: 'control-room', alt: 'A mixing desk and two screens in front of a window to the live room' },
      ],
    },
    services: {
      mixing: { picture: 'control-room', alt: 'A mixing desk and two screens' },
      rehearsal: { picture: 'live-room', alt: 'A drum kit and amps on a rug' },
    },
  },
  bloom: {
    hero: 'daylight-studio',
    rooms: {
      'Studio A': [
        { picture: 'daylight-studio', alt: 'A camera in front of a peach backdrop, in sunlight from tall windows' },
        {
          picture: 'styling-table',
          alt: 'A clothes rail, a mirror and a green armchair, with a styling table in the sun',
        },
      ],
    },
  },
  ember: {
    hero: 'podcast-corner',
    rooms: {
      'Studio A': [
        { picture: 'podcast-corner', alt: 'Two red armchairs at a round table with three microphones' },
        {
          picture: 'podcast-desk',
          alt: 'A microphone on an arm above a desk, with a red armchair in warm light behind it',
        },
      ],
    },
  },
  slate: {
    hero: 'cyclorama',
    rooms: {
      'Studio A': [
        { picture: 'cyclorama', alt: 'A white cyclorama with a stool, a camera on a tripod, and film lights' },
      ],
    },
  },
} satisfies Record<string, StudioPictures>

function createForm(picture: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const bytes = readFileSync(join(demoPicturesFolder, `${picture}.webp`))
  form.append('file', new File([bytes], `${picture}.webp`, { type: 'image/webp' }))
  return form
}

/** Gives a studio its pictures, through the product's own API. */
export async function addPictures(upload: Upload, studio_id: string, { hero, rooms, services = {} }: StudioPictures) {
  await upload(`/api/v1/studios/${studio_id}/assets/hero`, 'PUT', createForm(hero))
  const studioRooms = await asSystem((tx) =>
    tx
      .selectFrom('resources')
      .select(['id', 'name'])
      .where('studio_id', '=', studio_id)
      .where('kind', '=', 'room')
      .orderBy('position')
      .execute(),
  )
  for (const { id, name } of studioRooms) {
    for (const { picture, alt } of rooms[name] ?? [])
      await upload(`/api/v1/studios/${studio_id}/pictures`, 'POST', createForm(picture, { resource_id: id, alt }))
  }
  for (const [service_key, { picture, alt }] of Object.entries(services))
    await upload(`/api/v1/studios/${studio_id}/pictures`, 'POST', createForm(picture, { service_key, alt }))
}
