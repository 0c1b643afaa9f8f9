import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { lazy, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { type SideTabGroup, SideTabs } from '#ui/side-tabs.tsx'
import { SignOutButton } from '../auth/components/sign-out-button.tsx'
import { useMe } from './api.ts'
import { AppearanceCard } from './components/appearance-card.tsx'
import { EmailRow } from './components/email-row.tsx'
import { RoleCard } from './components/role-card.tsx'
import { PictureRow } from './picture/components/picture-row.tsx'

// Form validation and the other sections are loaded after the first screen.
const ProfileForm = lazy(async () => ({ default: (await import('./components/profile-form.tsx')).ProfileForm }))
const SecuritySections = lazy(async () => ({
  default: (await import('./security/components/security-sections.tsx')).SecuritySections,
}))
const SessionsCard = lazy(async () => ({
  default: (await import('./security/components/sessions-card.tsx')).SessionsCard,
}))
const OwnFeed = lazy(async () => ({
  default: (await import('../calendar-feeds/components/own-feed.tsx')).OwnFeed,
}))
const ProfileCalendars = lazy(async () => ({
  default: (await import('../connected-calendars/components/profile-calendars.tsx')).ProfileCalendars,
}))
const TextsCard = lazy(async () => ({ default: (await import('../clients/texts/shared/texts-card.tsx')).TextsCard }))
const OwnApiKeys = lazy(async () => ({
  default: (await import('../api-keys/components/own-api-keys.tsx')).OwnApiKeys,
}))
const PushCard = lazy(async () => ({ default: (await import('../notices/push/components/push-card.tsx')).PushCard }))
const EmailsCard = lazy(async () => ({ default: (await import('./components/emails-card.tsx')).EmailsCard }))
const DataCard = lazy(async () => ({ default: (await import('./own-data/components/data-card.tsx')).DataCard }))

/** The sections in groups. To add a section, add one line here; its address is `/profile?tab={value}`. */
const sectionsOf = (me: Me): SideTabGroup[] => [
  {
    label: 'About you',
    tabs: [
      { value: 'details', label: 'Details', content: <Details me={me} /> },
      { value: 'appearance', label: 'Appearance', content: <AppearanceCard me={me} /> },
      { value: 'notifications', label: 'Notifications', content: <Notifications me={me} /> },
    ],
  },
  {
    label: 'Your account',
    tabs: [
      { value: 'security', label: 'Security', content: <SecuritySections /> },
      { value: 'devices', label: 'Devices', content: <SessionsCard /> },
      { value: 'data', label: 'Your data', content: <DataCard /> },
    ],
  },
  ...(me.studio
    ? [
        {
          label: 'Connections',
          tabs: [
            { value: 'calendar', label: 'Calendar', content: <Calendars me={me} /> },
            { value: 'keys', label: 'API keys', content: <OwnApiKeys /> },
          ],
        },
      ]
    : []),
]

export default function ProfileScreen() {
  const me = useMe()
  const [search, setSearch] = useSearchParams()
  const groups = sectionsOf(me).map(({ label, tabs }) => ({
    label,
    tabs: tabs.map((tab) => ({ ...tab, content: <Column>{tab.content}</Column> })),
  }))
  const tabParam = search.get('tab')
  const value = groups.flatMap(({ tabs }) => tabs).find((tab) => tab.value === tabParam)?.value ?? 'details'
  return (
    <Page title="Profile" subtitle="Your account and how others see you">
      <SideTabs
        label="Sections of your profile"
        value={value}
        onChange={(next) => setSearch(next === 'details' ? {} : { tab: next })}
        groups={groups}
      />
    </Page>
  )
}

/** The cards of a section, one below the other. */
const Column = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-3xl grid-cols-1 gap-6 wrap-anywhere">{children}</div>
)

const Details = ({ me }: { me: Me }) => (
  <>
    <Card title="Personal details">
      <PictureRow me={me} />
      <div className="border-y border-border py-4">
        <EmailRow email={me.user.email} />
      </div>
      <ProfileForm me={me} />
    </Card>
    <RoleCard me={me} />
    <Card title="Account Actions" description="Signs you out on this device." action={<SignOutButton />} />
  </>
)

function Notifications({ me }: { me: Me }) {
  const { role, studio, client_id, profile } = me
  return (
    <>
      <PushCard />
      {role === 'client' && studio && client_id && (
        <TextsCard studio={studio} client_id={client_id} phone={profile.phone} />
      )}
      <EmailsCard me={me} />
    </>
  )
}

const Calendars = ({ me }: { me: Me }) => (
  <>
    <OwnFeed me={me} />
    {me.studio && (me.role === 'staff' || me.role === 'studio_admin') && (
      <ProfileCalendars studio_id={me.studio.id} user_id={me.user.id} hasRooms={me.role === 'staff' && me.at_desk} />
    )}
  </>
)
