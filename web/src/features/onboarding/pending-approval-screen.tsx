import { roleLabels } from '@studiohub/contract/actor.ts'
import type { PendingRole } from '@studiohub/contract/features/roles/schema.ts'
import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { homeOf } from '#access.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { paths, safeNext } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { forgetSignupNext } from '../auth/sign-up-api.ts'
import { useCancelRequest, useMeWhileWaiting } from './api.ts'

export default function PendingApprovalScreen() {
  const me = useMeWhileWaiting()
  const cancel = useCancelRequest()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // The page that the user requested first, such as a chosen booking time.
  const next = safeNext(params.get('next'))
  const isDecided = me.data && (me.data.role || !me.data.pending_role)
  const destination = isDecided ? (me.data.role && next) || homeOf(me.data) : null
  useEffect(() => {
    if (!destination) return
    if (destination === next) void forgetSignupNext()
    navigate(destination, { replace: true })
  }, [destination, next, navigate])

  // Only a check by click shows errors, because automatic checks run again in ten seconds.
  const check = async () => {
    const { isError } = await me.refetch()
    if (isError) toast.error({ title: 'Error', description: 'Failed to load pending role' })
  }

  return (
    <Page narrow title="Approval Pending" subtitle="The studio has received your request.">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card>
          <Badge tone="pending" icon={Clock}>
            Waiting for approval
          </Badge>
          {me.data?.pending_role && <RequestDetails request={me.data.pending_role} />}
          {me.data?.pending_role?.role === 'staff' && !me.data.user.email_proven && (
            <p className="text-sm">
              Please confirm your email address with the link we sent you. The studio can only approve you after that.
            </p>
          )}
          <div className="grid gap-2 pt-2">
            <Button onClick={check} pending={me.isRefetching} pendingText="Checking...">
              Check Status
            </Button>
            <Button
              look="secondary"
              onClick={() => cancel.mutate(undefined, { onSuccess: () => navigate(paths.onboarding) })}
              pending={cancel.isPending || cancel.isSuccess}
            >
              Cancel & Choose Different Role
            </Button>
          </div>
        </Card>
        <Card title="What happens next">
          <ol className="grid list-decimal gap-2 pl-5 text-sm">
            <li>{me.data?.pending_role?.studio_name ?? 'The studio'} reads your request.</li>
            <li>As soon as they approve it, this page opens your studio. You can also close it and sign in later.</li>
            <li>If they decline, you can choose another role here.</li>
          </ol>
        </Card>
      </div>
    </Page>
  )
}

function RequestDetails({ request }: { request: PendingRole }) {
  const lines = [
    { name: 'Requested role', value: roleLabels[request.role] },
    { name: 'Studio', value: request.studio_name ?? 'None' },
    { name: 'Requested', value: formatDateTime(request.requested_at) },
  ]
  return (
    <dl className="grid gap-3 text-sm">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 border-b border-border pb-3 last:border-0">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
