import { roleLabels } from '@studiohub/contract/actor.ts'
import type { PendingRole } from '@studiohub/contract/features/roles/schema.ts'
import { ArrowRight, Check, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getHome } from '#access.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { paths, safeNext } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
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
  const destination = isDecided ? (me.data.role && next) || getHome(me.data) : null
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
      <Card className="gap-6 sm:p-8">
        <div className="grid grid-cols-1 gap-x-12 gap-y-6 md:grid-cols-2">
          <div className="grid grid-cols-1 content-start gap-4">
            <Badge tone="pending" icon={Clock}>
              Waiting for approval
            </Badge>
            {me.data?.pending_role && <RequestDetails request={me.data.pending_role} />}
            {me.data?.pending_role?.role === 'staff' && !me.data.user.email_proven && (
              <p className="text-sm">
                Please confirm your email address with the link we sent you. The studio can only approve you after that.
              </p>
            )}
          </div>
          <NextSteps studio={me.data?.pending_role?.studio_name ?? 'The studio'} />
        </div>
        <div className="flex flex-wrap gap-2 border-t border-border pt-6 max-sm:*:w-full sm:flex-row-reverse">
          <Button className="max-md:min-h-11" onClick={check} pending={me.isRefetching} pendingText="Checking...">
            Check Status
          </Button>
          <Button
            look="secondary"
            className="max-md:min-h-11"
            onClick={() => cancel.mutate(undefined, { onSuccess: () => navigate(paths.onboarding) })}
            pending={cancel.isPending || cancel.isSuccess}
          >
            Cancel & Choose Different Role
          </Button>
        </div>
      </Card>
    </Page>
  )
}

/** The way of a request: it is sent, the studio reads it, and the person starts. */
function NextSteps({ studio }: { studio: string }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-base font-semibold">What happens next</h2>
      <ol>
        <Step icon={Check} name="Your request is sent" className="bg-confirmed/20 text-confirmed" />
        <Step icon={Clock} name={`${studio} reads it`} className="bg-pending-soft text-pending">
          This page updates by itself. You can close it and sign in later.
        </Step>
        <Step icon={ArrowRight} name="You start" className="bg-muted text-muted-foreground">
          After the approval, your pages open here. If they decline, you can choose another role.
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { icon: LucideIcon; name: string; className: string; children?: ReactNode }

function Step({ icon: Icon, name, className, children }: StepProps) {
  return (
    <li className="group grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      <span className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={cx('grid size-8 place-items-center rounded-full', className)}>
          <Icon aria-hidden className="size-4" />
        </span>
        <span className="w-px bg-border group-last:hidden" />
      </span>
      <div className="grid content-start gap-0.5 pt-1.5 pb-5 group-last:pb-0">
        <p className="font-medium">{name}</p>
        {children && <p className="text-muted-foreground">{children}</p>}
      </div>
    </li>
  )
}

function RequestDetails({ request }: { request: PendingRole }) {
  const lines = [
    { name: 'Requested role', value: roleLabels[request.role] },
    { name: 'Studio', value: request.studio_name ?? 'None' },
    { name: 'Requested', value: <RelativeTime at={request.requested_at} /> },
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
