import { Check, Clock, Inbox, X } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Bars } from '../charts/bars.tsx'
import { HeatMap } from '../charts/heat-map.tsx'
import { Steps } from '../charts/steps.tsx'
import { CounterStrip, StripCounter } from '../counters.tsx'
import { Meter } from '../meter.tsx'
import { Progress } from '../progress.tsx'
import { QueryView } from '../query-view.tsx'
import { ShowMore } from '../show-more.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Spinner } from '../spinner.tsx'
import { EmptyState } from '../states.tsx'
import { Table } from '../table.tsx'
import { Tabs } from '../tabs.tsx'
import { Exhibit, Row } from './exhibit.tsx'

const sessions = [
  { client: 'Cleo Marsh', when: 'Dec 1, 10:00', status: 'Confirmed' },
  { client: 'Ben Alvarez', when: 'Dec 2, 14:00', status: 'Confirmed' },
]
const query = { data: undefined, error: null, isFetching: false, refetch: () => undefined }
const pages = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isRefetching: false,
  fetchNextPage: async () => undefined,
  refetch: () => undefined,
}

/** All display components. */
export function Displays() {
  return (
    <>
      <Exhibit name="Badges and avatars">
        <Row>
          <Badge>Neutral</Badge>
          <Badge tone="pending" icon={Clock}>
            Pending
          </Badge>
          <Badge tone="confirmed" icon={Check}>
            Confirmed
          </Badge>
          <Badge tone="cancelled" icon={X}>
            Cancelled
          </Badge>
          <Badge tone="completed" icon={Check}>
            Completed
          </Badge>
        </Row>
        <Row>
          <Avatar src={null} email="nora@northlight.example" />
          <Avatar src={null} email={null} large />
        </Row>
      </Exhibit>
      <Exhibit name="Progress, meters, waiting">
        <Progress label="Uploading logo.png" done={0.42} />
        <Progress label="Preparing" done={null} />
        <Meter label="Bookings this month" used={12} limit={50} />
        <Meter label="Bookings this month, nearly full" used={43} limit={50} />
        <Meter label="Rooms, full" used={2} limit={2} />
        <Meter label="Bookings on Enterprise" used={310} limit={null} />
        <Row>
          <Spinner />
          <Skeleton className="h-4 w-40" />
        </Row>
      </Exhibit>
      <States />
      <Exhibit name="Table, cards when narrow">
        <Table
          label="Sessions"
          rows={sessions}
          keyOf={({ client }) => client}
          columns={[
            { name: 'Client', cell: ({ client }) => client },
            { name: 'When', cell: ({ when }) => when },
            { name: 'Status', cell: ({ status }) => <Badge tone="confirmed">{status}</Badge>, align: 'end' },
          ]}
        />
        <ShowMore list={pages} />
        <ShowMore list={{ ...pages, isFetchingNextPage: true }} label="Show more sessions" />
      </Exhibit>
      <TabsAndCard />
      <Charts />
    </>
  )
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const hours = ['09', '10', '11', '12', '13', '14', '15', '16', '17']
const shares = weekdays.map((_, day) =>
  hours.map((_hour, index) => (day === 6 ? null : ((day * 7 + index * 5) % 11) / 10)),
)
const months = ['Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map((label, index) => ({
  label,
  value: [12, 18, 0, 31, 24][index] ?? 0,
}))

function Charts() {
  return (
    <>
      <Exhibit name="Bars">
        <Bars title="Bookings by month" labelHeading="Month" valueHeading="Bookings" bars={months} />
        <Bars
          title="Nothing yet"
          labelHeading="Month"
          valueHeading="Bookings"
          bars={months.map((month) => ({ ...month, value: 0 }))}
        />
        <Bars
          title="Bookings by day"
          labelHeading="Day"
          valueHeading="Bookings"
          bars={Array.from({ length: 30 }, (_, index) => ({
            label: `${index + 1}`,
            value: (index * 7) % 13,
            isOpen: index === 29,
          }))}
        />
      </Exhibit>
      <Exhibit name="Heat map">
        <HeatMap
          title="Room use by weekday and hour"
          rowHeading="Weekday"
          rows={weekdays.map((day) => ({ name: day, short: day }))}
          columns={hours}
          shares={shares}
        />
      </Exhibit>
      <Exhibit name="Steps">
        <Steps label="Project" steps={['Planning', 'Recording', 'Editing', 'Mixing', 'Release']} currentIndex={2} />
      </Exhibit>
    </>
  )
}

function States() {
  return (
    <Exhibit name="Waiting, failed, empty">
      <QueryView query={query} loadingText="Loading bookings...">
        {() => null}
      </QueryView>
      <QueryView query={{ ...query, error: new Error('We could not reach the server.') }} loadingText="">
        {() => null}
      </QueryView>
      <EmptyState icon={Inbox} title="No Bookings Yet" action={<Button>New Booking</Button>}>
        Bookings that your clients request appear here.
      </EmptyState>
    </Exhibit>
  )
}

function TabsAndCard() {
  const [tab, setTab] = useState('calendar')
  return (
    <Exhibit name="Tabs and card">
      <Tabs
        label="Views"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'calendar', label: 'Calendar', content: 'A month at a glance.' },
          { value: 'list', label: 'List', badge: <Badge>2</Badge>, content: 'Every booking in a row.' },
        ]}
      />
      <CounterStrip asRows>
        <StripCounter title="Clients" value={18} note="people who book here" to="#counters" />
        <StripCounter title="Upcoming Bookings" value={6} note="Next 7 days" />
        <StripCounter title="Monthly Revenue" value="€3,790 + $1,240" note="This month's sessions" />
      </CounterStrip>
      <Card title="Studio Status" description="Today" action={<Button look="link">See all</Button>}>
        Three sessions, one room free from 16:00.
      </Card>
    </Exhibit>
  )
}
