import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useEraseClient } from '../api.ts'

type EraseDialogProps = { studio_id: string; client: Client; onClose: () => void; onErased: () => void }

const deletedData = [
  'Name, email, phone, company, tags, language and notes',
  'Messages with them, and their consent to text messages',
  'Notes on their sessions and check-ins, and their name in projects, cards and tasks',
]
const remainingData = [
  'Past sessions with time, service, room and price, without the person',
  'Projects, cards and files that your studio made',
]

/** Erases a client without an account. Lists which data is deleted and which stays. */
export function EraseDialog({ studio_id, client, onClose, onErased }: EraseDialogProps) {
  const erase = useEraseClient()
  const eraseClient = () => erase.mutate({ studio_id, client_id: client.id }, { onSuccess: onErased })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Erase ${client.name ?? 'this client'}?`}
      description="For a person who asks you to delete their data. This action cannot be undone."
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep
          </Button>
          <Button look="danger" pending={erase.isPending} pendingText="Erasing..." onClick={eraseClient}>
            Erase permanently
          </Button>
        </>
      }
    >
      <div className="grid gap-5 text-sm">
        <List title="What is deleted" lines={deletedData} />
        <List title="What stays" lines={remainingData} />
        <p>Upcoming sessions are cancelled. No email is sent, so tell the client yourself.</p>
      </div>
    </Dialog>
  )
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
