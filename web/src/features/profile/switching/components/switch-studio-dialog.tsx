import { dataSharing } from '@studiohub/contract/features/clients/words.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useActiveStudio, useSwitchStudio } from '#features/profile/api.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { useSwitchableStudios } from '../api.ts'

function useSwitchAndClose(onClose: () => void) {
  const navigate = useNavigate()
  const change = useSwitchStudio()
  const switchStudio = (studio_id: string, name = 'The studio') =>
    change.mutate(
      { studio_id },
      {
        onSuccess: ({ status, studio_slug }) => {
          onClose()
          if (status === 'active') return navigate(paths.clientHome(studio_slug))
          toast.info({ title: 'Request sent', description: `${name} will answer it.` })
        },
      },
    )
  return { switchStudio, switching: change.isPending }
}

/** Spec section 2, Switch Studio: preselects the current studio and opens the home page of the chosen one. */
export function SwitchStudioDialog({ onClose }: { onClose: () => void }) {
  const studios = useSwitchableStudios()
  const { studio: current } = useActiveStudio()
  const [selectedId, setSelectedId] = useState(current?.id ?? '')
  const { switchStudio, switching } = useSwitchAndClose(onClose)
  return (
    <Dialog
      open
      onOpenChange={() => !switching && onClose()}
      title="Switch Studio"
      description="Select a studio to work with"
      footer={
        <>
          <Button look="secondary" disabled={switching} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!selectedId || selectedId === current?.id || switching}
            onClick={() => switchStudio(selectedId, studios.data?.find(({ id }) => id === selectedId)?.name)}
            pending={switching}
            pendingText="Switching..."
          >
            Switch Studio
          </Button>
        </>
      }
    >
      <QueryView
        query={studios}
        loadingText="Loading studios..."
        skeleton={<Skeleton className="h-16" />}
        errorTitle="Failed to load studios"
        empty={<p className="text-muted-foreground">No studio is open at the moment.</p>}
      >
        {(rows) => (
          <Field label="Studio" hint={`You work with one studio at a time. ${dataSharing('A new studio')}`}>
            {(control) => (
              <Select
                {...control}
                data-autofocus
                choices={rows.map(({ id, name, joined }) => ({ value: id, label: joined ? name : `${name} (new)` }))}
                placeholder="Choose a studio"
                value={selectedId}
                onChange={({ target }) => setSelectedId(target.value)}
              />
            )}
          </Field>
        )}
      </QueryView>
    </Dialog>
  )
}
