import type { Push, PushSettings } from '@studiohub/contract/features/notices/push/schema.ts'
import { type PushTopic, pushTopicLabels, pushTopics } from '@studiohub/contract/features/notices/push/words.ts'
import { Smartphone, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#features/profile/api.ts'
import { readPushSupport } from '#lib/offline/subscription.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TimeInput } from '#ui/date-time/time-input.tsx'
import { Field } from '#ui/field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { Switch } from '#ui/switch.tsx'
import { usePushSettings, useSwitchOffPush, useSwitchOnPush, useUpdatePushSettings } from '../api.ts'

/** The settings for notifications on devices: topics, quiet hours and the devices themselves. */
export function PushCard() {
  const push = usePushSettings()
  return (
    <Card
      title="Notifications"
      className={sectionTitleClasses}
      description="The bell shows everything. Your devices can also notify you while StudioHub is closed."
    >
      <QueryView
        query={push}
        loadingText="Loading notifications..."
        errorTitle="Failed to load your notification settings"
      >
        {(settings) => (
          <div className="grid gap-6">
            <ThisDevice push={settings} />
            {settings.devices.length > 0 ? (
              <SettingsFields saved={settings.settings} />
            ) : (
              <p className="text-sm text-muted-foreground">
                After you turn on a device, you can choose what your devices show, and quiet hours.
              </p>
            )}
            <OtherDevices push={settings} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

const DEVICE_HINT = 'Ends when you sign out here.'
const hints = {
  supported: DEVICE_HINT,
  blocked: DEVICE_HINT,
  unsupported:
    'This browser cannot show them. On an iPhone or iPad, first add StudioHub to your home screen and open it there.',
}

function ThisDevice({ push }: { push: Push }) {
  const me = useMe()
  const switchOn = useSwitchOnPush()
  const switchOff = useSwitchOffPush()
  const currentDevice = push.devices.find(({ is_current }) => is_current)
  const support = readPushSupport()
  const change = (isOn: boolean) => {
    if (isOn) switchOn.mutate({ public_key: push.public_key, user_id: me.user.id })
    else if (currentDevice) switchOff.mutate({ id: currentDevice.id, is_current: true })
  }
  const isBlocked = support === 'blocked'
  return (
    <div className="grid gap-4">
      {isBlocked && <BlockedNotice />}
      {/* A device that was on before the browser blocked it can still be switched off. */}
      {(!isBlocked || currentDevice) && (
        <Switch
          label="Notify me on this device"
          hint={hints[support]}
          checked={currentDevice !== undefined}
          onChange={change}
          disabled={(support === 'unsupported' && !currentDevice) || switchOn.isPending || switchOff.isPending}
        />
      )}
    </div>
  )
}

const BlockedNotice = () => (
  <p className="flex items-start gap-2 rounded-md border border-pending/40 bg-pending-soft p-3 text-sm">
    <TriangleAlert aria-hidden className="size-5 shrink-0 text-pending" />
    Your browser blocks notifications. Allow them in its settings, then reload.
  </p>
)

/** Shows the settings as they were last sent, so that the next change keeps those that are not saved yet. */
function SettingsFields({ saved }: { saved: PushSettings }) {
  const save = useUpdatePushSettings()
  const [sent, setSent] = useState<PushSettings | null>(null)
  const settings = sent ?? saved
  const change = (changed: Partial<PushSettings>) => {
    const next = { ...settings, ...changed }
    setSent(next)
    save.mutate(next, { onSettled: () => setSent(null) })
  }
  return (
    <>
      <Topics muted={settings.muted} onChange={(muted) => change({ muted })} />
      <QuietHoursFields quiet={settings.quiet} onChange={(quiet) => change({ quiet })} />
    </>
  )
}

type Muted = PushSettings['muted']

const topicHints: Record<PushTopic, string> = {
  sessions: 'Requests, confirmations, changes and cancellations.',
  work: 'When you get a task, or a comment mentions you.',
  people: 'When you are invited, or a request to join is sent or answered.',
  studio: 'When something needs an admin.',
}

type TopicsProps = { muted: Muted; onChange: (muted: Muted) => void }

function Topics({ muted, onChange }: TopicsProps) {
  const isAdmin = useMe().role === 'studio_admin'
  const topics = pushTopics.filter((topic) => topic !== 'studio' || isAdmin)
  return (
    <fieldset className="grid gap-3 border-t border-border pt-5">
      <legend className="sr-only">What my devices show</legend>
      <p aria-hidden className="text-sm font-medium">
        What my devices show
      </p>
      {topics.map((topic) => (
        <Switch
          key={topic}
          label={pushTopicLabels[topic]}
          hint={topicHints[topic]}
          checked={!muted.includes(topic)}
          onChange={(isOn) => onChange(isOn ? muted.filter((mutedTopic) => mutedTopic !== topic) : [...muted, topic])}
        />
      ))}
    </fieldset>
  )
}

const NIGHT = { from: '22:00', until: '07:00' }

type Quiet = PushSettings['quiet']

type QuietHoursProps = { quiet: Quiet; onChange: (quiet: Quiet) => void }

function QuietHoursFields({ quiet, onChange }: QuietHoursProps) {
  const timezone = browserTimeZone()
  const change = (hours: { from: string; until: string } | null) => onChange(hours && { ...hours, timezone })
  return (
    <div className="grid gap-3 border-t border-border pt-5">
      <Switch
        label="Quiet hours"
        hint="Your devices show nothing in these hours. Afterwards you get one summary of what you missed."
        checked={quiet !== null}
        onChange={(isQuiet) => change(isQuiet ? NIGHT : null)}
      />
      {quiet && (
        <QuietTimes
          quiet={quiet}
          onChange={(hours) => change(hours)}
          note={quiet.timezone === timezone ? null : `Times in ${quiet.timezone.replaceAll('_', ' ')}`}
        />
      )}
    </div>
  )
}

type QuietTimesProps = {
  quiet: { from: string; until: string }
  onChange: (hours: { from: string; until: string }) => void
  note: string | null
}

/** Fields that are saved when they lose the focus, because a time is typed in several steps. */
function QuietTimes({ quiet, onChange, note }: QuietTimesProps) {
  const save = (change: Partial<typeof quiet>) => {
    const hours = { from: quiet.from, until: quiet.until, ...change }
    const isChanged = hours.from !== quiet.from || hours.until !== quiet.until
    if (isChanged && hours.from && hours.until) onChange(hours)
  }
  return (
    <div className="grid gap-2">
      <div className="grid max-w-sm grid-cols-2 gap-4">
        <Field label="From">
          {(control) => (
            <TimeInput {...control} required value={quiet.from} onBlur={({ target }) => save({ from: target.value })} />
          )}
        </Field>
        <Field label="Until">
          {(control) => (
            <TimeInput
              {...control}
              required
              value={quiet.until}
              onBlur={({ target }) => save({ until: target.value })}
            />
          )}
        </Field>
      </div>
      {note && <p className="text-sm text-muted-foreground">{note}</p>}
    </div>
  )
}

function OtherDevices({ push }: { push: Push }) {
  const switchOff = useSwitchOffPush()
  const others = push.devices.filter(({ is_current }) => !is_current)
  if (others.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">Other devices</h3>
      <ul className="divide-y divide-border rounded-md border border-border">
        {others.map(({ id, device, created_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2">
            <Smartphone aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            <span className="grid min-w-0 flex-1">
              <span className="text-sm">{device}</span>
              <span className="text-xs text-muted-foreground">
                Since <RelativeTime at={created_at} />
              </span>
            </span>
            <Button
              look="quiet"
              size="small"
              aria-label={`Switch off notifications on ${device}`}
              onClick={() => switchOff.mutate({ id, is_current: false })}
            >
              Switch off
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
