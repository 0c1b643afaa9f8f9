import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useExport } from '../api.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** All that is kept of somebody: to take along, or to end. */
export function DataCard() {
  const [deleting, setDeleting] = useState(false)
  const take = useExport()
  return (
    <Card title="Your data" description="Everything that we keep about you belongs to you.">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => take.mutate()} pending={take.isPending} pendingText="Collecting...">
          <Download aria-hidden />
          Download my data
        </Button>
        <Button look="secondary" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          Delete my account
        </Button>
      </div>
      <p role="status" className="text-sm text-muted-foreground empty:hidden">
        {take.data && !take.data.complete && 'There was more than fits into one file. Ask support for the rest.'}
      </p>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Card>
  )
}
