import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { TimeOfDay } from '../../shared/time.ts'
import type { StudioType } from '../studios/schema.ts'

export const resourceKinds = ['room', 'person', 'equipment'] as const
export const ResourceKind = z.enum(resourceKinds)
export type ResourceKind = z.infer<typeof ResourceKind>

/** What a session occupies. The buffers (minutes) are kept free before and after every session there. */
export const Resource = z.object({
  id: Id,
  studio_id: Id,
  kind: ResourceKind,
  name: z.string(),
  position: z.number().int(),
  is_active: z.boolean(),
  setup_minutes: z.number().int(),
  teardown_minutes: z.number().int(),
})
export type Resource = z.infer<typeof Resource>

/** One stretch in which the studio is open, on every such weekday (0 is Sunday), in the studio's local time. */
export const OpeningHours = z.object({
  weekday: z.number().int().min(0).max(6),
  opens: TimeOfDay,
  closes: TimeOfDay,
  closes_next_day: z.boolean(),
})
export type OpeningHours = z.infer<typeof OpeningHours>

/** A kind of session that a studio offers; `key` is what a booking carries as its `service_type`. */
export const StudioService = z.object({
  key: z.string(),
  label: z.string(),
  position: z.number().int(),
  is_active: z.boolean(),
  default_minutes: z.number().int(),
})
export type StudioService = z.infer<typeof StudioService>

export const DEFAULT_ROOM = 'Studio A'

/** A new studio is open 08:00 to 23:00 every day, until its admin says otherwise. */
export const defaultOpeningHours: readonly OpeningHours[] = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  weekday,
  opens: '08:00',
  closes: '23:00',
  closes_next_day: false,
}))

const specServices = [
  { key: 'recording', label: 'Recording Session', default_minutes: 120 },
  { key: 'mixing', label: 'Mixing Session', default_minutes: 120 },
  { key: 'mastering', label: 'Mastering Session', default_minutes: 120 },
  { key: 'rehearsal', label: 'Rehearsal', default_minutes: 120 },
  { key: 'consultation', label: 'Consultation', default_minutes: 60 },
] as const

const photoShoot = { key: 'photo_shoot', label: 'Photo Shoot', default_minutes: 120 } as const
const videoShoot = { key: 'video_shoot', label: 'Video Shoot', default_minutes: 240 } as const
const podcastSession = { key: 'podcast_session', label: 'Podcast Session', default_minutes: 90 } as const

const servicesByType = {
  recording: [],
  video: [videoShoot],
  photo: [photoShoot],
  multi_purpose: [photoShoot, videoShoot, podcastSession],
  podcast: [podcastSession],
} as const satisfies Record<StudioType, readonly object[]>

/** What a new studio offers: the spec's five client services (section 3), then those that fit its type. */
export const defaultServices = (type: StudioType): StudioService[] =>
  [...specServices, ...servicesByType[type]].map((service, position) => ({ ...service, position, is_active: true }))
