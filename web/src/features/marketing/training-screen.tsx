import { webinars } from '@studiohub/contract/features/marketing/schema.ts'
import { BookOpen, CirclePlay, Clock, GraduationCap, Users } from 'lucide-react'
import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Closing, Figures, PageHead, Section } from './components/section.tsx'
import { TourDialog } from './components/tour-dialog.tsx'
import { WebinarDialog } from './components/webinar-dialog.tsx'
import { closing, figures, intro, programs, resources } from './content/training.ts'
import { pageMeta } from './model/page-meta.ts'

export const handle = staticPage
export const clientMiddleware = loadDocument

export const meta = () => pageMeta({ title: intro.title, description: intro.text, path: paths.training })

export default function TrainingScreen() {
  return (
    <>
      <PageHead title={intro.title} text={intro.text} room="podcast-desk">
        <ButtonLink size="large">
          <a href={paths.here('programs')}>Browse the programs</a>
        </ButtonLink>
        <ButtonLink size="large" look="secondary">
          <a href={paths.here('webinars')}>See the webinars</a>
        </ButtonLink>
      </PageHead>
      <Figures figures={figures} name="The training center in numbers" />
      <Programs />
      <Webinars />
      <Resources />
      <Closing title={closing.title} text={closing.text}>
        <ButtonLink size="large">
          <Link to={paths.signup()}>Get Started</Link>
        </ButtonLink>
      </Closing>
      <TourDialog />
      <WebinarDialog />
    </>
  )
}

function Programs() {
  return (
    <Section id="programs" title="Programs" text="Every module sets up another part of your own studio.">
      <ol className="divide-y divide-border rounded-md border border-border bg-card">
        {programs.map(({ title, level, duration, students, text, modules }) => (
          <li key={title} className="grid gap-x-12 gap-y-5 p-5 md:p-6 lg:grid-cols-[1fr_1.3fr]">
            <div className="grid content-start gap-2">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="text-lg font-semibold">{title}</h3>
                <Badge>{level}</Badge>
              </div>
              <p className="text-muted-foreground">{text}</p>
              <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted-foreground [&_svg]:size-4">
                <span className="flex items-center gap-1.5">
                  <Clock aria-hidden /> {duration}
                </span>
                <span className="flex items-center gap-1.5">
                  <Users aria-hidden /> {students}
                </span>
              </p>
            </div>
            <ol className="grid content-center gap-x-6 gap-y-3 sm:grid-cols-2 max-md:text-sm">
              {modules.map((module, index) => (
                <li key={module} className="grid grid-cols-[auto_1fr] items-center gap-3">
                  <span className="grid size-7 place-items-center rounded-full border border-border bg-background text-xs font-semibold text-link tabular-nums">
                    {index + 1}
                  </span>
                  {module}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function Webinars() {
  return (
    <Section id="webinars" title="Upcoming webinars" text="Live every month, with time for your questions." band>
      <ul className="grid gap-4 md:grid-cols-3">
        {webinars.map(({ key, title, summary, minutes, schedule, weekday, time }) => (
          <li key={key} className="flex flex-col gap-4 rounded-md border border-border bg-background p-5 md:p-6">
            <div className="flex items-center gap-4">
              {/* A leaf of a calendar. The text beside it says the same. */}
              <p
                aria-hidden
                className="grid w-16 shrink-0 overflow-hidden rounded-md border border-border bg-card text-center tabular-nums"
              >
                <span className="bg-primary py-0.5 text-xs font-semibold text-on-primary">{weekdays[weekday]}</span>
                <span className="py-1.5 font-semibold">{time}</span>
              </p>
              <div className="grid text-sm">
                <p className="font-medium text-link">{schedule}</p>
                <p className="text-muted-foreground">{minutes} minutes</p>
              </div>
            </div>
            <div className="grid flex-1 content-start gap-1">
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="text-muted-foreground">{summary}</p>
            </div>
            <Button look="secondary" data-opens="webinar" data-webinar={key}>
              Register Now
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const icons = { docs: BookOpen, network: Users, tour: CirclePlay, contact: GraduationCap }

function Resources() {
  return (
    <Section title="Resources">
      <ul className="grid gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-4">
        {resources.map((resource) => {
          const Icon = icons[resource.opens]
          return (
            <li key={resource.title} className="flex flex-col items-start gap-3 border-t-2 border-border pt-4">
              <h3 className="flex items-center gap-2.5 font-semibold">
                <Icon aria-hidden className="size-5 text-link" />
                {resource.title}
              </h3>
              <p className="flex-1 text-muted-foreground">{resource.text}</p>
              <ResourceAction {...resource} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function ResourceAction({ opens, action }: (typeof resources)[number]) {
  if (opens === 'tour' || opens === 'contact') {
    return (
      <Button look="secondary" data-opens={opens} {...(opens === 'contact' && { 'data-topic': 'other' })}>
        {action}
      </Button>
    )
  }
  return (
    <ButtonLink look="secondary">
      <Link to={opens === 'docs' ? paths.docs : paths.network} reloadDocument>
        {action}
      </Link>
    </ButtonLink>
  )
}
