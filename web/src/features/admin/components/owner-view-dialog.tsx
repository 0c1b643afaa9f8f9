import { VIEW_MINUTES } from '@studiohub/contract/features/admin/owner-view/words.ts'
import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { paths } from '#paths.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useOpenOwnerView } from '../owner-view-api.ts'

type OwnerViewDialogProps = { studio: StudioOverview['studio']; onClose: () => void }

/** Opens a studio as its owner sees it, without changing anything. */
export function OwnerViewDialog({ studio, onClose }: OwnerViewDialogProps) {
  const view = useOpenOwnerView()
  return (
    <FormDialog
      title={`See ${studio.name} as its owner sees it`}
      submitLabel="View the studio"
      pendingLabel="Opening..."
      isPending={view.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        // A full page load drops all data that was loaded with the operator's rights.
        view.mutate({ studio_id: studio.id }, { onSuccess: () => window.location.assign(paths.studio) })
      }}
      closeLabel="Cancel"
      onClose={onClose}
    >
      <ul className="grid list-disc gap-2 pl-5 text-sm">
        <li>For {VIEW_MINUTES} minutes you see the pages of the studio, in all tabs of this browser.</li>
        <li>You can't change anything, and you don't see keys or the owner's profile.</li>
        <li>Its admins get an email and a notification, and the audit log records it.</li>
        <li>You need a second factor, confirmed in this session.</li>
      </ul>
    </FormDialog>
  )
}
