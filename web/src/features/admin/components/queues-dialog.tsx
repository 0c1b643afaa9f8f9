import type { Attention } from '@studiohub/contract/features/admin/attention/schema.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Table } from '#ui/table.tsx'

type QueuesDialogProps = { queues: Attention['stuck_queues']; onClose: () => void }

/** The queues whose jobs do not run. */
export function QueuesDialog({ queues, onClose }: QueuesDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Stuck jobs"
      description="Waiting jobs continue by themselves when the server and the services that they need, such as the mail server, work again. Look for the name of the job in the server's log. If nothing changes, restart the server."
      footer={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Table
        label="Stuck jobs"
        rows={queues}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Job', cell: ({ name }) => <span className="font-mono text-xs">{name}</span>, narrow: 'title' },
          { name: 'Waiting', cell: ({ waiting }) => `${waiting} waiting` },
          { name: 'Failed', cell: ({ failed }) => `${failed} failed` },
          { name: 'Since', cell: ({ since }) => <RelativeTime at={since} /> },
        ]}
      />
    </Dialog>
  )
}
