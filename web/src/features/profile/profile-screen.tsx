import { lazy, Suspense } from 'react'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
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
const OwnCalendars = lazy(async () => ({
  default: (await import('../connected-calendars/components/own-calendars.tsx')).OwnCalendars,
}))
const TextsCard = lazy(async () => ({ default: (await import('../clients/texts/shared/texts-card.tsx')).TextsCard }))
const OwnApiKeys = lazy(async () => ({
  default: (await import('../api-keys/components/own-api-keys.tsx')).OwnApiKeys,
}))
const PushCard = lazy(async () => ({ default: (await import('../notices/push/components/push-card.tsx')).PushCard }))
const DataCard = lazy(async () => ({ default: (await import('./own-data/components/data-card.tsx')).DataCard }))

export default function ProfileScreen() {
  const me = useMe()
  return (
    <Page title="Profile" subtitle="Your account and how others see you">
      <div className="grid max-w-2xl grid-cols-1 gap-6 wrap-anywhere">
        <PictureCard me={me} />
        <Card title="Personal details">
          <Suspense fallback={<Skeleton className="h-88" />}>
            <ProfileForm me={me} />
          </Suspense>
        </Card>
        <AppearanceCard />
        <RoleCard me={me} />
        <Suspense fallback={<Skeleton className="h-32" />}>
          <PushCard />
        </Suspense>
        {me.role === 'client' && me.studio && me.client_id && (
          <Suspense fallback={null}>
            <TextsCard studio={me.studio} client_id={me.client_id} phone={me.profile.phone} />
          </Suspense>
        )}
        {me.studio && (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <OwnFeed me={me} />
          </Suspense>
        )}
        {me.studio && (me.role === 'staff' || me.role === 'studio_admin') && (
          <Suspense fallback={null}>
            <OwnCalendars studio_id={me.studio.id} user_id={me.user.id} />
          </Suspense>
        )}
        <h2 className="pt-4 text-lg font-semibold">Security</h2>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SecuritySections />
        </Suspense>
        {me.studio && (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <OwnApiKeys />
          </Suspense>
        )}
        <h2 className="pt-4 text-lg font-semibold">Your account</h2>
        <Suspense fallback={<Skeleton className="h-32" />}>
          <DataCard />
        </Suspense>
        <Card title="Account Actions" description="Signing out ends your session on every device.">
          <div>
            <SignOutButton />
          </div>
        </Card>
      </div>
    </Page>
  )
}
