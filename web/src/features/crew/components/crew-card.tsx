import type { CrewMember } from '@studiohub/contract/features/crew/schema.ts'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useCrew, useRemoveCrew } from '../api.ts'

type CrewCardProps = { studio_id: string; timezone: string; onInvite: () => void }

const getMemberName = ({ full_name }: CrewMember) => full_name ?? 'No name'

/** The crew members, each with a remove button. */
export function CrewCard({ studio_id, timezone, onInvite }: CrewCardProps) {
  const crew = useCrew(studio_id)
  const [removing, setRemoving] = useState<CrewMember | null>(null)
  return (
    <Card title="Crew members" description="They see the schedule, their tasks and who has checked in.">
      <QueryView
        query={crew}
        loadingText="Loading crew..."
        errorTitle="Error loading staff"
        empty={
          <EmptyState
            icon={Users}
            title="No crew members yet"
            action={
              <Button look="secondary" onClick={onInvite}>
                <UserPlus aria-hidden />
                Invite your first crew member
              </Button>
            }
          >
            Invite the people who work at your studio by email.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            label="Crew members"
            rows={rows}
            keyOf={({ role_id }) => role_id}
            columns={[
              { name: 'Name', cell: (row) => <span className="font-medium">{getMemberName(row)}</span> },
              { name: 'Phone', cell: ({ phone }) => phone ?? '-' },
              { name: 'Since', cell: ({ created_at }) => formatDateTime(created_at, timezone) },
              {
                name: 'Actions',
                hideName: true,
                align: 'end',
                cell: (row) => (
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={`Remove ${getMemberName(row)}`}
                    onClick={() => setRemoving(row)}
                  >
                    Remove
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryView>
      <ShowMore list={crew} label="Show more crew members" />
      {removing && <RemoveDialog studio_id={studio_id} member={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

type RemoveDialogProps = { studio_id: string; member: CrewMember; onClose: () => void }

function RemoveDialog({ studio_id, member, onClose }: RemoveDialogProps) {
  const remove = useRemoveCrew()
  const removeMember = () => remove.mutate({ studio_id, role_id: member.role_id }, { onSuccess: onClose })
  return (
    <ConfirmDialog
      title={`Remove ${getMemberName(member)} from the crew?`}
      description="They lose access to your studio immediately. Their work stays, and you can invite them again."
      cancelLabel="Keep"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={removeMember}
      onClose={onClose}
    />
  )
}
