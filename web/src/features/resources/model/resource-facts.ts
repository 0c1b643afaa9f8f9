import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { formatBuffers } from './lengths.ts'

type Facts = Pick<Resource, 'setup_minutes' | 'teardown_minutes'>

/** The facts of a room, person or equipment: '15 min set-up', '3 pictures'. Phones have no space for the pictures. */
export const listResourceFacts = (resource: Facts, pictureCount: number) => {
  const buffers = formatBuffers(resource)
  return [
    ...(buffers === null ? [] : [{ text: buffers, isOnPhones: true }]),
    ...(pictureCount === 0
      ? []
      : [{ text: `${pictureCount} ${pictureCount === 1 ? 'picture' : 'pictures'}`, isOnPhones: false }]),
  ]
}
