import type { StudioAdmin } from '@studiohub/contract/features/crew/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getHome } from '#access.ts'
import { useMe } from '#features/profile/api.ts'
import { formatDateOf } from '#lib/page/time.ts'
import { refetchMe } from '#lib/session/me.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Table } from '#ui/table.tsx'
import { useAdmins, useDeleteAdmin } from '../api.ts'
import { NameCell } from './crew-card.tsx'

type AdminsCardProps = { studio_id: string; timezone: string }

const getAdminName = ({ full_name }: StudioAdmin) => full_name ?? 'No name'

/** The studio's admins. The last one cannot be removed. */
export function AdminsCard({ studio_id, timezone }: AdminsCardProps) {
  const admins = useAdmins(studio_id)
  const me = useMe()
  const [adminToRemove, setAdminToRemove] = useState<StudioAdmin | null>(null)
  return (
    <Card title="Admins" description="They run the studio: reports, settings, prices and people.">
      <QueryView query={admins} loadingText="Loading admins..." errorTitle="Failed to load the admins">
        {(rows) => (
          <Table
            label="Admins"
            rows={rows}
            keyOf={({ role_id }) => role_id}
            columns={[
              {
                name: 'Name',
                narrow: 'title',
                // As wide as the columns before the same one in the table of the crew.
                width: '56%',
                cell: (row) => (
                  <NameCell name={getAdminName(row)}>
                    {getAdminName(row)}
                    {row.user_id === me.user.id && ' (you)'}
                  </NameCell>
                ),
              },
              { name: 'Since', cell: ({ created_at }) => formatDateOf(created_at, timezone) },
              {
                name: 'Actions',
                hideName: true,
                align: 'end',
                narrow: 'end',
                cell: (row) =>
                  rows.length > 1 && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Remove ${getAdminName(row)} as admin`}
                      onClick={() => setAdminToRemove(row)}
                    >
                      Remove as admin
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
      {adminToRemove && (
        <RemoveDialog studio_id={studio_id} admin={adminToRemove} onClose={() => setAdminToRemove(null)} />
      )}
    </Card>
  )
}

type RemoveDialogProps = { studio_id: string; admin: StudioAdmin; onClose: () => void }

function RemoveDialog({ studio_id, admin, onClose }: RemoveDialogProps) {
  const remove = useDeleteAdmin()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const isCurrentUser = admin.user_id === me.user.id
  const closeAndGoHome = async () => {
    onClose()
    if (isCurrentUser) await navigate(getHome(await refetchMe(queryClient)))
  }
  return (
    <ConfirmDialog
      title={isCurrentUser ? 'Stop being an admin?' : `Remove ${getAdminName(admin)} as admin?`}
      description="They lose access to reports, settings and people immediately. Crew members stay in the crew. All admins get an email."
      cancelLabel="Keep"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ studio_id, role_id: admin.role_id }, { onSuccess: closeAndGoHome })}
      onClose={onClose}
    />
  )
}
