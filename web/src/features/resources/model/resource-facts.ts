import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { formatBuffers } from './lengths.ts'

type Facts = Pick<Resource, 'setup_minutes' | 'teardown_minutes'>

/** The facts of a room, person or equipment, before its description: '15 min set-up · 3 pictures'. Empty without any. */
export const formatResourceFacts = (resource: Facts, pictureCount: number): string =>
  [formatBuffers(resource), pictureCount > 0 && `${pictureCount} ${pictureCount === 1 ? 'picture' : 'pictures'}`]
    .filter(Boolean)
    .join(' · ')
