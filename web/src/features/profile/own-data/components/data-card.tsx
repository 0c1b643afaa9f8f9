import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useExportOwnData } from '../api.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** The user's stored data: download or delete it. */
export function DataCard() {
  const [deleting, setDeleting] = useState(false)
  const exportData = useExportOwnData()
  return (
    <Card title="Your data" description="Download or delete everything that we store about you.">
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          onClick={() => exportData.mutate()}
          pending={exportData.isPending}
          pendingText="Collecting..."
        >
          <Download aria-hidden />
          Download my data
        </Button>
        <Button look="secondary" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          Delete my account
        </Button>
      </div>
      <p role="status" className="text-sm text-muted-foreground empty:hidden">
        {exportData.data &&
          !exportData.data.complete &&
          'Your data does not fit into one file. Contact support for the rest.'}
      </p>
      {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </Card>
  )
}
