import { Download, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useExportOwnData } from '../api.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

type ActionProps = { title: string; text: string; children: ReactNode }

/** What a button does, and the button: at the end of the row, on phones below the text. */
const Action = ({ title, text, children }: ActionProps) => (
  <div className="flex items-center justify-between gap-x-6 gap-y-3 py-4 last:pb-0 max-sm:flex-col max-sm:items-stretch">
    <div className="grid gap-0.5 text-sm">
      <p className="font-medium">{title}</p>
      <p className="text-muted-foreground">{text}</p>
    </div>
    {children}
  </div>
)

/** The user's stored data: download or delete it. */
export function DataCard() {
  const [deleting, setDeleting] = useState(false)
  const exportData = useExportOwnData()
  return (
    <Card title="Your data" description="What we store about you.">
      <div className="grid divide-y divide-border border-t border-border">
        <Action title="Download" text="One file with everything that we store about you.">
          <Button
            look="secondary"
            onClick={() => exportData.mutate()}
            pending={exportData.isPending}
            pendingText="Collecting..."
          >
            <Download aria-hidden />
            Download my data
          </Button>
        </Action>
        <Action title="Delete" text="Deletes your account and your data. This cannot be undone.">
          <Button look="outline-danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            Delete my account
          </Button>
        </Action>
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
