import { MINUTES_PER_DAY } from '../../shared/opening-hours.ts'
import type { studioTypes } from '../studios/words.ts'

/** The longest booking: 14 days. */
export const SERVICE_MINUTES_MAX = 14 * MINUTES_PER_DAY

const consultation = { key: 'consultation', label: 'Consultation', default_minutes: 60 } as const
const specServices = [
  { key: 'recording', label: 'Recording Session', default_minutes: 120 },
  { key: 'mixing', label: 'Mixing Session', default_minutes: 120 },
  { key: 'mastering', label: 'Mastering Session', default_minutes: 120 },
  { key: 'rehearsal', label: 'Rehearsal', default_minutes: 120 },
  consultation,
] as const

const photoShoot = { key: 'photo_shoot', label: 'Photo Shoot', default_minutes: 120 } as const
const videoShoot = { key: 'video_shoot', label: 'Video Shoot', default_minutes: 240 } as const
const podcastSession = { key: 'podcast_session', label: 'Podcast Session', default_minutes: 90 } as const
const editing = { key: 'editing', label: 'Editing Session', default_minutes: 120 } as const
const rental = { key: 'studio_rental', label: 'Studio Rental', default_minutes: 240 } as const

/** The services of a new studio by its type: the five of the spec (section 3), or others that fit the type. */
export const servicesByType = {
  recording: specServices,
  video: [
    videoShoot,
    editing,
    { key: 'color_grading', label: 'Color Grading', default_minutes: 120 },
    rental,
    consultation,
  ],
  photo: [photoShoot, { key: 'retouching', label: 'Retouching Session', default_minutes: 120 }, rental, consultation],
  multi_purpose: [...specServices, photoShoot, videoShoot, podcastSession],
  podcast: [
    podcastSession,
    { key: 'video_podcast', label: 'Video Podcast', default_minutes: 120 },
    editing,
    consultation,
  ],
} as const satisfies Record<(typeof studioTypes)[number], readonly object[]>

const DEFAULT_PERSON_TITLE = 'engineer'

/** What clients call a person of a service, in lower case, such as 'engineer'. */
export const personTitle = (person_title: string | null | undefined) => person_title?.trim() || DEFAULT_PERSON_TITLE

/** The reason if a room is free but no person of the service is. */
export const noPersonText = (person_title: string | null | undefined) => `No ${personTitle(person_title)} is free`
