import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { CalendarDays, CreditCard, type LucideIcon, MessageSquare, Receipt, ShieldCheck, UserPlus } from 'lucide-react'
import { Card } from '#ui/card.tsx'

type EmailKind = { icon: LucideIcon; name: string; when: string }

const account: EmailKind = {
  icon: ShieldCheck,
  name: 'Your account',
  when: 'Sign-in codes, and when your password or email address changes.',
}
const invitations: EmailKind = {
  icon: UserPlus,
  name: 'Invitations',
  when: 'When a studio invites you, or answers your request to join.',
}

/** What the emails about sessions, messages and money are (docs/features/messages.md), by role. */
const kindsByRole: Partial<Record<NonNullable<Me['role']>, readonly EmailKind[]>> = {
  client: [
    {
      icon: CalendarDays,
      name: 'Sessions',
      when: 'When a session is requested, confirmed, moved or cancelled, and a reminder before it.',
    },
    { icon: MessageSquare, name: 'Messages', when: 'When the studio writes and you have not read it.' },
    { icon: Receipt, name: 'Invoices', when: 'When you get an invoice or a receipt, and when a payment is late.' },
  ],
  studio_admin: [
    {
      icon: CalendarDays,
      name: 'Sessions',
      when: 'When a client requests, moves or cancels a session, and before a request expires.',
    },
    { icon: MessageSquare, name: 'Messages', when: 'When a client writes and you have not read it.' },
    { icon: CreditCard, name: 'Your plan', when: 'Before the trial ends, and when a payment fails.' },
  ],
}

/** The emails that the user gets and cannot turn off, because each is about their own sessions, money or account. */
export function EmailsCard({ me }: { me: Pick<Me, 'role' | 'user'> }) {
  const ofRole = (me.role && kindsByRole[me.role]) ?? []
  return (
    <Card title="Emails" description={`Sent to ${me.user.email}. They cannot be turned off.`}>
      <ul className="grid divide-y divide-border">
        {[...ofRole, invitations, account].map(({ icon: Icon, name, when }) => (
          <li key={name} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
            <div className="grid gap-0.5 text-sm">
              <p className="font-medium">{name}</p>
              <p className="text-muted-foreground">{when}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
