import { type Studio, studioTypeLabels } from '@studiohub/contract/features/studios/schema.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Page } from '../../ui/page.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from './parts/no-studio.tsx'

export default function SettingsScreen() {
  const { studio } = useActiveStudio()
  if (!studio) {
    return (
      <NoStudio page="Settings" title="No Studio Access">
        You need to be assigned to a studio to view this page.
      </NoStudio>
    )
  }
  return (
    <Page title="Settings" subtitle={`How ${studio.name} is found and reached`}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Links slug={studio.slug} />
        <Basics studio={studio} />
      </div>
    </Page>
  )
}

function Links({ slug }: { slug: string }) {
  const inFull = (path: string) => window.location.origin + path
  return (
    <Card title="Links" description="Hand these to your clients and your crew.">
      <CopyField
        label="Sign-up link"
        hint="Whoever signs up here becomes a client of your studio."
        url={inFull(paths.signupLink(slug))}
        copied="URL copied to clipboard"
      />
      <CopyField
        label="Sign-in URL"
        hint="Your own sign-in page, under your brand."
        url={inFull(paths.signinLink(slug))}
        copied="URL copied to clipboard"
      />
    </Card>
  )
}

function Basics({ studio }: { studio: Studio }) {
  const lines = [
    { name: 'Name', value: studio.name },
    { name: 'Type', value: studioTypeLabels[studio.type] },
    { name: 'Address', value: `/${studio.slug}` },
    { name: 'Location', value: studio.location ?? 'Not given' },
    { name: 'Time zone', value: studio.timezone.replaceAll('_', ' ') },
    { name: 'Currency', value: studio.currency },
  ]
  return (
    <Card
      title="Basic Information"
      action={studio.is_active ? <Badge tone="confirmed">Active</Badge> : <Badge tone="cancelled">Inactive</Badge>}
    >
      <dl className="grid text-sm">
        {lines.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 border-b border-border py-2.5 last:border-0">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="min-w-0 text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
