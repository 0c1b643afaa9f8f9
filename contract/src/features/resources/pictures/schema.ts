import { z } from 'zod'
import { Id, prose } from '#shared/text.ts'

/** Of one service, room or person. */
export const PICTURES_MAX = 8
export const PICTURE_ALT_MAX = 200

/** The text that describes a picture to people who cannot see it. */
const Alt = prose(PICTURE_ALT_MAX)

/** A picture as visitors see it: 1600 by 1200 and 640 by 480 pixels, or smaller if the upload was smaller. */
export const PublicPicture = z.object({
  url: z.string(),
  small_url: z.string(),
  /** Empty until the studio has written it; then use the name of its owner. */
  alt: z.string(),
})
export type PublicPicture = z.infer<typeof PublicPicture>

/** A picture of a service (`service_key`), or of a room or person (`resource_id`). */
export const Picture = PublicPicture.extend({
  id: Id,
  studio_id: Id,
  service_key: z.string().nullable(),
  resource_id: Id.nullable(),
  /** Its position among the pictures of the same owner, from 0. */
  position: z.number().int(),
})
export type Picture = z.infer<typeof Picture>

export const NewPicture = z
  .strictObject({
    studio_id: Id,
    service_key: z.string().max(60).optional(),
    resource_id: Id.optional(),
    alt: Alt.default(''),
    file: z.file('Please choose a picture'),
  })
  .refine(({ service_key, resource_id }) => (service_key === undefined) !== (resource_id === undefined), {
    error: 'Please name a service, a room or a person',
    path: ['service_key'],
  })
export type NewPicture = z.output<typeof NewPicture>

export const PictureChanges = z.strictObject({
  alt: Alt.optional(),
  /** Its new position, from 0; the other pictures move. */
  position: z.number().int().min(0).max(1_000).optional(),
})
export type PictureChanges = z.output<typeof PictureChanges>
