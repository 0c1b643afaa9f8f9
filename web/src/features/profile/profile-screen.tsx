import { roleLabels } from '@studiohub/contract/actor.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { SignOutButton } from '../auth/components/sign-out-button.tsx'
import { useMe } from './api.ts'
import { ProfileForm } from './components/profile-form.tsx'

export default function ProfileScreen() {
  const me = useMe()
  return (
    <Page title="Profile" subtitle="Your account and how others see you">
      <div className="grid max-w-2xl gap-6">
        <Card>
          <div className="flex items-center gap-4">
            <Avatar src={me.user.avatar_url} email={me.user.email} large />
            <div className="grid min-w-0 gap-0.5">
              <p className="truncate text-lg font-semibold">{me.user.email}</p>
              {me.role && <p className="text-sm text-muted-foreground">{roleLabels[me.role]}</p>}
            </div>
          </div>
        </Card>
        <Card title="Personal details">
          <ProfileForm me={me} />
        </Card>
        <Card title="Account Actions" description="Signing out ends your session on every device.">
          <div>
            <SignOutButton />
          </div>
        </Card>
      </div>
    </Page>
  )
}
