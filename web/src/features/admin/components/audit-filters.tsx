import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { listActionChoices } from '../model/activity.ts'
import { PersonFilter } from './person-filter.tsx'
import { StudioFilter } from './studio-filter.tsx'

export const outcomes = ['done', 'denied'] as const
const outcomeChoices = [
  { value: '', label: 'All outcomes' },
  { value: 'done', label: 'Done' },
  { value: 'denied', label: 'Denied' },
]
const shownChoices = [
  { value: 'changes', label: 'Changes' },
  { value: 'all', label: 'Everything' },
] as const

type AuditFiltersProps = {
  studio_id: string | undefined
  actor_id: string | undefined
  action: string
  outcome: (typeof outcomes)[number] | undefined
  hidesRoutine: boolean
  /** The names of the selected studio and person, if they are known. */
  names: { studio: string | null | undefined; actor: string | null | undefined }
  setParam: (name: string, value: string) => void
}

/** The filters of the audit log. On a phone they are one line, and all except the studio are in a sheet. */
export function AuditFilters(props: AuditFiltersProps) {
  const { studio_id, names, setParam } = props
  const studio = <StudioFilter value={studio_id ?? ''} name={names.studio} onChange={(id) => setParam('studio', id)} />
  return useIsPhone() ? (
    <div className="flex gap-2">
      <div className="min-w-0 flex-1">{studio}</div>
      <FilterButton {...props} />
    </div>
  ) : (
    <div className="flex flex-wrap items-center gap-3">
      <div className="w-52">{studio}</div>
      <OtherFilters {...props} />
    </div>
  )
}

function FilterButton(props: AuditFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const { actor_id, action, outcome, hidesRoutine } = props
  const activeCount = [actor_id, action, outcome, action === '' && !hidesRoutine].filter(Boolean).length
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        Filters
        {activeCount > 0 && (
          <span className="rounded-full bg-primary px-2 text-xs text-on-primary tabular-nums">
            {activeCount}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Filters">
        <div className="grid grid-cols-1 gap-3">
          <OtherFilters {...props} />
        </div>
      </Dialog>
    </>
  )
}

function OtherFilters({ actor_id, action, outcome, hidesRoutine, names, setParam }: AuditFiltersProps) {
  return (
    <>
      <div className="md:w-52">
        <PersonFilter value={actor_id ?? ''} name={names.actor} onChange={(id) => setParam('actor', id)} />
      </div>
      <div className="md:w-52">
        <Combobox
          aria-label="Action"
          choices={[{ value: '', label: 'All actions' }, ...listActionChoices(action)]}
          value={action}
          onChange={(value) => setParam('action', value)}
          emptyText="No matching actions"
        />
      </div>
      <div className="md:w-40">
        <Select
          aria-label="Outcome"
          choices={outcomeChoices}
          value={outcome ?? ''}
          onChange={({ target }) => setParam('outcome', target.value)}
        />
      </div>
      {action === '' && (
        <div className="grid md:ml-auto">
          <Segmented
            label="Entries"
            isWide
            choices={shownChoices}
            value={hidesRoutine ? 'changes' : 'all'}
            onChange={(value) => setParam('show', value === 'all' ? 'all' : '')}
          />
        </div>
      )}
    </>
  )
}
