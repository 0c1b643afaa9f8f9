import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { useMe } from '#features/profile/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { useOpenTasks, useStudioCards, useUpcomingSessions } from '../api.ts'
import { describeOutlook, type Outlook } from '../model/next-step.ts'

/** Describes the work of a project of the studio. Undefined while it loads, or if it cannot be loaded. */
export function useOutlooks({ id, timezone }: Pick<Studio, 'id' | 'timezone'>) {
  const isClient = useMe().role === 'client'
  const sessions = useUpcomingSessions(id, todayIn(timezone, useNow()))
  const tasks = useOpenTasks(!isClient)
  const cards = useStudioCards()
  return (project: Project): Outlook | undefined => {
    if (!sessions.data || !cards.data || !(isClient || tasks.data)) return undefined
    return describeOutlook(project, { sessions: sessions.data, tasks: tasks.data ?? [], cards: cards.data })
  }
}
