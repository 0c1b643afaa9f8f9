import type { CrewMember } from '@studiohub/contract/features/crew/schema.ts'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { formatDateOf } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { RowActions, RowFacts } from '#ui/row-actions.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useCreateAdmin, useCrew, useRemoveCrew, useUpdateCrew } from '../api.ts'

type CrewCardProps = { studio_id: string; timezone: string; onInvite: () => void }

const getMemberName = ({ full_name }: CrewMember) => full_name ?? 'No name'

/** The crew members, with a menu to add them to the desk, to make them admins or to remove them. */
export function CrewCard({ studio_id, timezone, onInvite }: CrewCardProps) {
  const crew = useCrew(studio_id)
  const update = useUpdateCrew()
  const [memberToRemove, setMemberToRemove] = useState<CrewMember | null>(null)
  const [memberToPromote, setMemberToPromote] = useState<CrewMember | null>(null)
  return (
    <Card
      title="Crew members"
      description="Crew see the schedule, check-ins and their tasks. Desk crew also manage bookings."
    >
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
              {
                name: 'Name',
                narrow: 'title',
                cell: (row) => <span className="font-medium">{getMemberName(row)}</span>,
              },
              { name: 'Role', cell: ({ at_desk }) => (at_desk ? 'Desk' : 'Crew') },
              ...(rows.some(({ phone }) => phone)
                ? [{ name: 'Phone', cell: ({ phone }: CrewMember) => phone && <PhoneLink phone={phone} /> }]
                : []),
              { name: 'Since', narrow: 'hidden', cell: ({ created_at }) => formatDateOf(created_at, timezone) },
              {
                name: 'Actions',
                hideName: true,
                align: 'end',
                narrow: 'end',
                cell: (row) => (
                  <RowActions
                    name={getMemberName(row)}
                    facts={<RowFacts facts={{ Phone: row.phone, Since: formatDateOf(row.created_at, timezone) }} />}
                    menu={[
                      {
                        ...getDeskAction(row),
                        onSelect: () =>
                          !update.isPending &&
                          update.mutate({ studio_id, role_id: row.role_id, at_desk: !row.at_desk }),
                      },
                      {
                        label: 'Make admin',
                        name: `Make ${getMemberName(row)} an admin`,
                        onSelect: () => setMemberToPromote(row),
                      },
                      {
                        label: 'Remove',
                        name: `Remove ${getMemberName(row)}`,
                        isDanger: true,
                        onSelect: () => setMemberToRemove(row),
                      },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
      </QueryView>
      <ShowMore list={crew} label="Show more crew members" />
      {memberToPromote && (
        <AdminDialog studio_id={studio_id} member={memberToPromote} onClose={() => setMemberToPromote(null)} />
      )}
      {memberToRemove && (
        <RemoveDialog studio_id={studio_id} member={memberToRemove} onClose={() => setMemberToRemove(null)} />
      )}
    </Card>
  )
}

const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link underline-offset-4 hover:underline">
    {phone}
  </a>
)

const getDeskAction = (member: CrewMember) =>
  member.at_desk
    ? { label: 'Remove from desk', name: `Remove ${getMemberName(member)} from the desk` }
    : { label: 'Add to desk', name: `Add ${getMemberName(member)} to the desk` }

type MemberDialogProps = { studio_id: string; member: CrewMember; onClose: () => void }

function AdminDialog({ studio_id, member, onClose }: MemberDialogProps) {
  const add = useCreateAdmin()
  return (
    <ConfirmDialog
      title={`Make ${getMemberName(member)} an admin?`}
      description="Like you, they can see reports and change settings, prices and people. All admins get an email."
      cancelLabel="Cancel"
      confirmLabel="Make admin"
      pendingLabel="Adding..."
      isPending={add.isPending}
      onConfirm={() => add.mutate({ studio_id, role_id: member.role_id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ studio_id, member, onClose }: MemberDialogProps) {
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
