import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { FolderPlus, Plus } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useMe } from '#features/profile/api.ts'
import { useLiveProjects, useProjectSearch } from '#features/projects/api.ts'
import { NewProject } from '#features/projects/shared/new-project.tsx'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { useBoard, useLiveBoard, useMoveCard } from '../api.ts'
import { type BoardUrlState, useBoardUrlState } from '../hooks/use-board-url-state.ts'
import { groupByPhase } from '../model/columns.ts'
import { BoardFilter } from './board-filter.tsx'
import { ChatWithStu } from './chat-with-stu.tsx'
import { Columns, ColumnsSkeleton } from './columns.tsx'
import { NoCardsNote } from './no-cards-note.tsx'
import { SampleNote } from './sample-note.tsx'
import { useCreateSampleOnce } from './use-sample-once.ts'

const loadCreate = () => import('./create-card-dialog.tsx')
const CreateCardDialog = lazy(async () => ({ default: (await loadCreate()).CreateCardDialog }))
const loadSheet = () => import('./card-sheet.tsx')
const CardSheet = lazy(async () => ({ default: (await loadSheet()).CardSheet }))

type BoardViewProps = { studio: Pick<Studio, 'id' | 'name' | 'logo_url'> }

/** The production board with one column per phase; available actions depend on the role. */
export function BoardView({ studio }: BoardViewProps) {
  useLiveBoard()
  useLiveProjects()
  usePrefetch(loadSheet)
  usePrefetch(loadCreate)
  const isClient = useMe().role === 'client'
  const board = useBoard()
  const [urlState, changeUrlState] = useBoardUrlState()
  const [isCreating, setCreating] = useState(false)
  useCreateSampleOnce({ isClient, isEmpty: board.data?.length === 0 })
  useShortcut('c', () => setCreating(true))
  return (
    <Page
      title="Board"
      subtitle={isClient ? `Your work at ${studio.name}` : 'The work of all your clients'}
      dense
      {...(isClient && { titleSuffix: studio.name })}
      otherActions={
        <NewProject
          studio={studio}
          look="secondary"
          icon={FolderPlus}
          isIconOnPhone
          onDone={({ id }) => changeUrlState({ project: id })}
        />
      }
      action={
        <Button onClick={() => setCreating(true)} aria-keyshortcuts="c">
          <Plus aria-hidden />
          Create Card
        </Button>
      }
    >
      <BoardFilter urlState={urlState} onNavigate={changeUrlState} />
      <QueryView
        query={board}
        loadingText="Loading board..."
        skeleton={<ColumnsSkeleton />}
        errorTitle="Error loading board"
        isEmpty={() => false}
        empty={null}
      >
        {(cards) => (
          <>
            {isClient && <SampleNote cards={cards} />}
            {!cards.some(({ project_id }) => urlState.project === '' || project_id === urlState.project) && (
              <NoCardsNote isOneProject={urlState.project !== ''} onCreate={() => setCreating(true)} />
            )}
            <Board
              cards={cards}
              urlState={urlState}
              showsClient={!isClient}
              onOpen={(card) => changeUrlState({ card })}
            />
          </>
        )}
      </QueryView>
      <ChatWithStu project_id={urlState.project} />
      {urlState.card && (
        <Suspense fallback={<LoadingOverlay>Opening the card...</LoadingOverlay>}>
          <CardSheet key={urlState.card} id={urlState.card} onClose={() => changeUrlState({ card: '' })} />
        </Suspense>
      )}
      {isCreating && (
        <Suspense fallback={<LoadingOverlay>Opening the form...</LoadingOverlay>}>
          <CreateCardDialog studio={studio} project={urlState.project} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  )
}

type BoardProps = {
  cards: readonly Card[]
  urlState: BoardUrlState
  showsClient: boolean
  onOpen: (id: string) => void
}

function Board({ cards, urlState, showsClient, onOpen }: BoardProps) {
  const { q, project } = useDeferredValue(urlState)
  // The filter reads the same list.
  const { data: projects } = useProjectSearch('')
  const projectTitles = useMemo(
    () => (project === '' ? new Map(projects?.map(({ id, title }) => [id, title])) : undefined),
    [project, projects],
  )
  const columns = useMemo(() => groupByPhase(cards, { q, project }), [cards, q, project])
  const move = useMoveCard()
  const onMove: React.ComponentProps<typeof Columns>['onMove'] = (card, position) =>
    move.mutate({ card: { id: card.id, phase: card.phase }, ...position })
  return (
    <Columns
      columns={columns}
      labels={phaseLabels}
      showsClient={showsClient}
      projectTitles={projectTitles}
      onMove={onMove}
      onOpen={onOpen}
    />
  )
}
