import { hasCode } from '#lib/server/describe-error.ts'
import { Card } from '#ui/card.tsx'
import { useMessages } from '../api.ts'
import { BlockMenu } from './block-button.tsx'
import { Thread } from './thread.tsx'

type ProjectThreadProps = { studio_id: string; client_id: string; project_id: string; name: string }

/** The conversation about a project. Renders nothing for crew who do not work on the project. */
export function ProjectThread({ name, ...thread }: ProjectThreadProps) {
  const { error } = useMessages(thread)
  if (error && hasCode(error, 'FORBIDDEN')) return null
  return (
    <Card title="Messages" action={<BlockMenu thread={thread} />}>
      <Thread thread={thread} name={name} />
    </Card>
  )
}
