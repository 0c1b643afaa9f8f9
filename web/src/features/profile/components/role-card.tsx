import type { Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

const SwitchStudioDialog = lazy(async () => ({
  default: (await import('../switching/components/switch-studio-dialog.tsx')).SwitchStudioDialog,
}))

type RoleText = { title: string; description: string; links: readonly { to: string; label: string }[] }

const cards: Record<Exclude<Role, 'client'>, RoleText> = {
  super_admin: {
    title: 'Platform',
    description: 'You run the platform.',
    links: [
      { to: paths.superAdmin, label: 'Platform Dashboard' },
      { to: paths.superAdminStudios, label: 'Manage Studios' },
    ],
  },
  studio_admin: {
    title: 'Studio',
    description: 'You run this studio.',
    links: [
      { to: paths.studio, label: 'Studio Dashboard' },
      { to: paths.studioSettings, label: 'Studio Settings' },
    ],
  },
  staff: {
    title: 'Crew',
    description: 'You work in this studio.',
    links: [
      { to: paths.staff, label: 'Crew Dashboard' },
      { to: paths.staffSchedule, label: 'My Schedule' },
    ],
  },
  partner: {
    title: 'Partner',
    description: 'You are a partner of StudioHub.',
    links: [{ to: paths.partner, label: 'Partner Dashboard' }],
  },
}

const deskCard: RoleText = {
  title: 'Desk',
  description: "You work at this studio's desk.",
  links: [
    { to: paths.studio, label: 'Dashboard' },
    { to: paths.studioBookings, label: 'Bookings' },
  ],
}

/** Links for the user's role; for clients also the switch to another studio. */
export function RoleCard({ me }: { me: Me }) {
  if (me.role === null) return null
  if (me.role === 'client') return <ClientCard me={me} />
  const { title, description, links } = me.at_desk ? deskCard : cards[me.role]
  return (
    <Card title={me.studio?.name ?? title} description={description}>
      <div className="flex flex-wrap gap-2">
        {links.map(({ to, label }) => (
          <ButtonLink key={to} look="secondary">
            <Link to={to}>{label}</Link>
          </ButtonLink>
        ))}
      </div>
    </Card>
  )
}

function ClientCard({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={me.studio ? `Your studio: ${me.studio.name}` : 'Your studio'}
      description="To book at another studio, switch to it."
    >
      <div className="flex flex-wrap gap-2">
        {me.studio && (
          <ButtonLink look="secondary">
            <Link to={paths.clientHome(me.studio.slug)}>Studio Home</Link>
          </ButtonLink>
        )}
        <Button look="secondary" onClick={() => setOpen(true)}>
          Switch Studio
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <SwitchStudioDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
