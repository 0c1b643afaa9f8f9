import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { lazy, Suspense, useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useStudioStats } from '../api.ts'
import { FiguresSkeleton } from './figures-skeleton.tsx'

const loadFigures = () => import('./figures.tsx')
const Figures = lazy(async () => ({ default: (await loadFigures()).Figures }))

/** The figures of an admin, or one line that says that they did not load. */
export function StudioFigures({ studio }: { studio: Studio }) {
  const stats = useStudioStats(studio.id)
  // Load the code beside the data, not after it. If this fails, rendering tries again.
  useEffect(() => void loadFigures().catch(() => undefined), [])
  // One line, because the figures are next to the title.
  if (stats.error && !stats.data) {
    return (
      <p role="alert" className="flex items-center gap-3 text-sm text-muted-foreground">
        <span>Error loading stats. {stats.error.message}</span>
        <Button look="secondary" size="small" pending={stats.isFetching} onClick={() => stats.refetch()}>
          Retry
        </Button>
      </p>
    )
  }
  return (
    <QueryView
      query={stats}
      loadingText="Loading statistics..."
      skeleton={<FiguresSkeleton />}
      errorTitle="Error loading stats"
    >
      {(data) => (
        <Suspense fallback={<FiguresSkeleton />}>
          <Figures {...data} />
        </Suspense>
      )}
    </QueryView>
  )
}
