import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { lazy, Suspense, useMemo } from 'react'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { SectionLinks } from '#ui/section-links.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SignOutButton } from '../auth/components/sign-out-button.tsx'
import { useMe } from './api.ts'
import { AppearanceCard } from './components/appearance-card.tsx'
import { RoleCard } from './components/role-card.tsx'
import { PictureCard } from './picture/components/picture-card.tsx'

// Form validation and the lower parts of the page are loaded after the first screen.
const ProfileForm = lazy(async () => ({ default: (await import('./components/profile-form.tsx')).ProfileForm }))
const SecuritySections = lazy(async () => ({
  default: (await import('./security/components/security-sections.tsx')).SecuritySections,
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
const DataCard = lazy(async () => ({ default: (await import('./own-data/components/data-card.tsx')).DataCard }))

/** Space above a section when a link scrolls to it. On narrow screens `styles.css` adds the height of the section links. */
const sectionClasses = 'scroll-mt-4 xl:scroll-mt-20'

const sectionsOf = ({ studio }: Me) => [
  { id: 'details', label: 'Details' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'notifications', label: 'Notifications' },
  ...(studio ? [{ id: 'calendar', label: 'Calendar' }] : []),
  { id: 'security', label: 'Security' },
  { id: 'account', label: 'Account' },
]

export default function ProfileScreen() {
  const me = useMe()
  const sections = useMemo(() => sectionsOf(me), [me])
  return (
    <Page title="Profile" subtitle="Your account and how others see you">
      <SectionLinks label="Sections of your profile" sections={sections} />
      <div className="grid items-start gap-6 wrap-anywhere xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <h2 className="text-lg font-semibold max-xl:sr-only">About you</h2>
          <PictureCard me={me} />
          <div id="details" className={sectionClasses}>
            <Card title="Personal details">
              <Suspense fallback={<Skeleton className="h-88" />}>
                <ProfileForm me={me} />
              </Suspense>
            </Card>
          </div>
          <div id="appearance" className={sectionClasses}>
            <AppearanceCard me={me} />
          </div>
          <RoleCard me={me} />
          <div id="notifications" className={sectionClasses}>
            <Suspense fallback={<Skeleton className="h-32" />}>
              <PushCard />
            </Suspense>
          </div>
          {me.role === 'client' && me.studio && me.client_id && (
            <Suspense fallback={null}>
              <TextsCard studio={me.studio} client_id={me.client_id} phone={me.profile.phone} />
            </Suspense>
          )}
          {me.studio && (
            <div id="calendar" className={sectionClasses}>
              <Suspense fallback={<Skeleton className="h-32" />}>
                <OwnFeed me={me} />
              </Suspense>
            </div>
          )}
          {me.studio && (me.role === 'staff' || me.role === 'studio_admin') && (
            <Suspense fallback={null}>
              <ProfileCalendars
                studio_id={me.studio.id}
                user_id={me.user.id}
                hasRooms={me.role === 'staff' && me.at_desk}
              />
            </Suspense>
          )}
          {me.studio && (
            <Suspense fallback={<Skeleton className="h-32" />}>
              <OwnApiKeys />
            </Suspense>
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <h2 className="text-lg font-semibold max-xl:pt-4">Security</h2>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <SecuritySections />
          </Suspense>
          <h2 id="account" className={cx('pt-4 text-lg font-semibold', sectionClasses)}>
            Your account
          </h2>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <DataCard />
          </Suspense>
          <Card title="Account Actions" description="Signs you out on this device.">
            <div>
              <SignOutButton />
            </div>
          </Card>
        </div>
      </div>
    </Page>
  )
}
