import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { Page } from '#ui/page.tsx'
import { type SideTabGroup, SideTabs } from '#ui/side-tabs.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from './components/no-studio.tsx'

const BasicTab = lazy(async () => ({ default: (await import('./settings/components/basic-tab.tsx')).BasicTab }))
const ContactTab = lazy(async () => ({ default: (await import('./settings/components/contact-tab.tsx')).ContactTab }))
const BrandingTab = lazy(async () => ({
  default: (await import('./settings/components/branding-tab.tsx')).BrandingTab,
}))
const PaymentsTab = lazy(async () => ({
  default: (await import('./settings/components/payments-tab.tsx')).PaymentsTab,
}))
const DomainTab = lazy(async () => ({ default: (await import('./settings/components/domain-tab.tsx')).DomainTab }))
const ResourcesTab = lazy(async () => ({
  default: (await import('../resources/components/resources-tab.tsx')).ResourcesTab,
}))
const ServicesTab = lazy(async () => ({
  default: (await import('../resources/components/services-tab.tsx')).ServicesTab,
}))
const HoursTab = lazy(async () => ({ default: (await import('../resources/components/hours-tab.tsx')).HoursTab }))
const CalendarTab = lazy(async () => ({
  default: (await import('../calendar-feeds/components/calendar-tab.tsx')).CalendarTab,
}))
const ConsentReturn = lazy(async () => ({
  default: (await import('../connected-calendars/components/consent-return.tsx')).ConsentReturn,
}))
const RoomCalendars = lazy(async () => ({
  default: (await import('../connected-calendars/components/room-calendars.tsx')).RoomCalendars,
}))
const LegalTab = lazy(async () => ({
  default: (await import('../legal-texts/components/legal-form.tsx')).StudioLegalTab,
}))
const TermsTab = lazy(async () => ({ default: (await import('../terms/components/terms-tab.tsx')).TermsTab }))
const MessagesCard = lazy(async () => ({
  default: (await import('../messages/components/messages-card.tsx')).MessagesCard,
}))
const DiscountsCard = lazy(async () => ({
  default: (await import('../discounts/components/discounts-card.tsx')).DiscountsCard,
}))
const PackagesCard = lazy(async () => ({
  default: (await import('../packages/components/packages-card.tsx')).PackagesCard,
}))
const StudioApiKeys = lazy(async () => ({
  default: (await import('../api-keys/components/studio-api-keys.tsx')).StudioApiKeys,
}))
const WebhooksTab = lazy(async () => ({
  default: (await import('../webhooks/components/webhooks-tab.tsx')).WebhooksTab,
}))
const ExportTab = lazy(async () => ({
  default: (await import('../studio-exports/components/export-tab.tsx')).ExportTab,
}))
const PlanTab = lazy(async () => ({ default: (await import('../subscriptions/components/plan-tab.tsx')).PlanTab }))

export default function SettingsScreen() {
  const { studio } = useActiveStudio()
  const isPhone = useIsPhone()
  if (!studio) {
    return (
      <NoStudio page="Settings" title="No Studio Access">
        You need to be assigned to a studio to view this page.
      </NoStudio>
    )
  }
  return (
    // On phones the first field of a section must be in view.
    <Page title="Settings" subtitle={isPhone ? undefined : 'How clients find, reach and book you'}>
      <SettingsSections studio={studio} />
    </Page>
  )
}

/** The settings in groups. To add a section, add one line here; its address is `?tab={value}`. */
const settingsOf = (studio: Studio): SideTabGroup[] => [
  {
    label: 'Studio',
    tabs: [
      { value: 'basic', label: 'Basic Information', content: <BasicTab studio={studio} /> },
      { value: 'contact', label: 'Contact Information', content: <ContactTab studio={studio} /> },
      { value: 'branding', label: 'Branding', content: <BrandingTab studio={studio} /> },
      { value: 'legal', label: 'Legal', content: <LegalTab studio={studio} /> },
    ],
  },
  {
    label: 'Bookings',
    tabs: [
      { value: 'rooms', label: 'Rooms & equipment', content: <ResourcesTab studio_id={studio.id} /> },
      { value: 'services', label: 'Services', content: <ServicesTab studio_id={studio.id} /> },
      { value: 'hours', label: 'Hours', content: <HoursTab studio={studio} part="hours" /> },
      { value: 'rules', label: 'Booking rules', content: <HoursTab studio={studio} part="rules" /> },
      { value: 'reminders', label: 'Reminders', content: <HoursTab studio={studio} part="reminders" /> },
      { value: 'terms', label: 'Terms', content: <TermsTab studio={studio} /> },
    ],
  },
  {
    label: 'Money',
    tabs: [
      { value: 'prices', label: 'Prices', content: <Prices studio={studio} /> },
      { value: 'payments', label: 'Payments', content: <PaymentsTab studio={studio} /> },
      ...(arePlansOn() ? [{ value: 'plan', label: 'Plan', content: <PlanTab studio={studio} /> }] : []),
    ],
  },
  {
    label: 'Connections',
    tabs: [
      { value: 'calendar', label: 'Calendar', content: <Calendars studio={studio} /> },
      { value: 'domain', label: 'Domain', content: <DomainTab studio={studio} /> },
      { value: 'api', label: 'API', content: <Api studio={studio} /> },
    ],
  },
  {
    label: 'Records',
    tabs: [
      {
        value: 'messages',
        label: 'Sent messages',
        content: <MessagesCard studio_id={studio.id} timezone={studio.timezone} />,
      },
      { value: 'export', label: 'Export', content: <ExportTab studio={studio} /> },
    ],
  },
]

/** The sections of the settings, selected by the URL; each loads when it is opened. */
function SettingsSections({ studio }: { studio: Studio }) {
  const [search, setSearch] = useSearchParams()
  const groups = settingsOf(studio)
  const tabParam = search.get('tab')
  const value = groups.flatMap(({ tabs }) => tabs).find((tab) => tab.value === tabParam)?.value ?? 'basic'
  const changeTab = (next: string) => setSearch(next === 'basic' ? {} : { tab: next })
  return <SideTabs label="Settings" value={value} onChange={changeTab} groups={groups} />
}

/** Packages and discount codes. The prices of services are in the list of services. */
const Prices = ({ studio }: { studio: Studio }) => (
  <div className="grid gap-6">
    <p className="text-sm text-muted-foreground">
      Session prices are part of each{' '}
      <Link to={paths.studioSettingsTab('services')} className="text-link underline underline-offset-4">
        service
      </Link>
      .
    </p>
    <PackagesCard studio={studio} />
    <DiscountsCard studio={studio} />
  </div>
)

/** The connections between a studio and other programs. */
const Api = ({ studio: { id, timezone } }: { studio: Studio }) => (
  <div className="grid gap-6">
    <StudioApiKeys studio_id={id} timezone={timezone} />
    <WebhooksTab studio_id={id} timezone={timezone} />
  </div>
)

const Calendars = ({ studio }: { studio: Studio }) => (
  <div className="grid gap-6">
    <CalendarTab />
    <RoomCalendars studio_id={studio.id} />
    <ConsentReturn studio_id={studio.id} />
  </div>
)
