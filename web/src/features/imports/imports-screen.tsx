import { canImport } from '@studiohub/contract/features/imports/policy.ts'
import { type ImportKind, importKinds, importNouns } from '@studiohub/contract/features/imports/words.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#paths.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ImportSteps } from './components/import-steps.tsx'

const ImportsList = lazy(async () => ({ default: (await import('./components/imports-list.tsx')).ImportsList }))

const QUESTION = 'What do you import?'

/** 'Clients', 'Bookings'. */
function labelOf(kind: ImportKind): string {
  const [, plural] = importNouns[kind]
  return plural.slice(0, 1).toUpperCase() + plural.slice(1)
}

/** The list of what is imported. */
const listPaths: Record<ImportKind, string> = {
  clients: paths.studioClients,
  services: paths.studioSettingsTab('services'),
  bookings: paths.studioBookings,
  projects: paths.studioProjects,
}

/** Imports files with a studio's clients, services, bookings and projects. */
export default function ImportsScreen() {
  const { studio, me } = useActiveStudio()
  const [params, setParams] = useSearchParams()
  if (!studio) return <NoStudio page="Import" />
  const actor = toActor(me)
  const kinds = importKinds.filter((kind) => canImport(actor, studio.id, kind))
  const kind = kinds.find((value) => value === params.get('kind')) ?? 'clients'
  return (
    <Page
      title="Import"
      breadcrumb={<BackLink to={listPaths[kind]}>{`All ${importNouns[kind][1]}`}</BackLink>}
      subtitle="Bring your data from another program. Nothing is saved until you confirm, and no emails are sent."
    >
      <div className="grid grid-cols-1 justify-items-start gap-1.5">
        <p aria-hidden className="text-sm font-medium">
          {QUESTION}
        </p>
        <Segmented
          label={QUESTION}
          isWide
          value={kind}
          onChange={(next) => setParams({ kind: next }, { replace: true })}
          choices={kinds.map((value) => ({ value, label: labelOf(value) }))}
        />
      </div>
      <ImportSteps key={kind} studio_id={studio.id} kind={kind} />
      <Suspense fallback={null}>
        <ImportsList studio={studio} />
      </Suspense>
    </Page>
  )
}
