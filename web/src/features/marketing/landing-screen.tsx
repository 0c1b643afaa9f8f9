import { PRICE_SUMMARY } from '@studiohub/contract/features/subscriptions/words.ts'
import { Play } from 'lucide-react'
import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PlanTable } from '../subscriptions/shared/plan-table.tsx'
import { AgentDrawing } from './components/agent-drawing.tsx'
import { FeatureCards } from './components/feature-cards.tsx'
import { Picture } from './components/picture.tsx'
import { PriceCards } from './components/price-cards.tsx'
import { Closing, Figures, Section } from './components/section.tsx'
import { TourDialog } from './components/tour-dialog.tsx'
import { about, agents, claims, closing, hero, pricingNames } from './content/landing.ts'
import { pageMeta } from './model/page-meta.ts'
import { productData } from './model/product-data.ts'

export const handle = staticPage
export const clientMiddleware = loadDocument

export const meta = () =>
  pageMeta({
    title: 'The platform that creative studios run on',
    description:
      'Bookings, clients, crew and projects for recording, video, photo and podcast studios, with AI agents and under ' +
      `the studio's own brand. ${PRICE_SUMMARY}`,
    path: paths.home,
    data: productData,
  })

export default function LandingScreen() {
  return (
    <div data-sends-home={paths.callback()}>
      <p
        id="studio-unknown"
        role="status"
        hidden
        className="border-b border-border bg-secondary px-4 py-3 text-center text-sm"
      >
        We could not find your studio.{' '}
        <a href={paths.profile} className="underline">
          Open your profile
        </a>{' '}
        to switch to another studio or to sign out.
      </p>
      <Hero />
      <Figures figures={claims} name="What studios report" />
      <Section id="about" title={about.title} text={about.text}>
        <div className="grid items-center gap-10 lg:grid-cols-[1.25fr_1fr]">
          <div className="overflow-hidden rounded-md border border-border shadow-lg">
            <Picture name="branded" sizes="(min-width: 72rem) 38rem, 92vw" className="h-auto w-full" />
          </div>
          <ul className="grid gap-6 max-lg:-order-1">
            {about.points.map(({ title, text }) => (
              <li key={title} className="grid content-start gap-1.5 border-l-2 border-link pl-4">
                <h3 className="font-semibold">{title}</h3>
                <p className="text-muted-foreground">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <Agents />
      <Section
        id="features"
        title="Everything a session needs"
        text="Bookings, payments, editing, distribution and analytics in one place."
      >
        <div className="grid items-center gap-10 lg:grid-cols-[1fr_1.25fr]">
          <FeatureCards />
          {/* The picture at the top of a phone already shows a list. */}
          <div className="overflow-hidden rounded-md border border-border shadow-lg max-md:hidden">
            <Picture name="list" sizes="(min-width: 72rem) 38rem, 92vw" hiddenOnPhones className="h-auto w-full" />
          </div>
        </div>
      </Section>
      <Section
        id="pricing"
        title="Plans for studios of every size"
        text="Pay monthly and cancel at any time. Each plan includes everything in the one before it."
        band
        data-plans=""
      >
        <PriceCards />
        <PlanTable names={pricingNames} foldsOnPhones />
      </Section>
      <Closing title={closing.title} text={closing.text}>
        <ButtonLink size="large">
          <Link to={paths.signup()}>Get Started</Link>
        </ButtonLink>
        <Button size="large" look="secondary" data-opens="contact" data-topic="demo">
          Talk to us
        </Button>
      </Closing>
      <TourDialog />
    </div>
  )
}

function Hero() {
  return (
    <section className="overflow-hidden bg-[radial-gradient(56rem_30rem_at_78%_4%,color-mix(in_oklab,var(--c-primary)_16%,transparent),transparent)]">
      <div className="mx-auto grid w-full max-w-6xl gap-10 px-4 pt-12 pb-12 md:gap-14 md:px-8 md:pt-20 md:pb-16 lg:grid-cols-[29rem_minmax(0,1fr)] lg:items-center">
        <div className="grid max-w-3xl gap-5">
          <p className="text-sm font-semibold tracking-wide text-link uppercase">{hero.eyebrow}</p>
          {/* Each sentence begins a line, so that no line ends after "The". */}
          <h1 className="text-2xl font-bold tracking-tight text-balance md:text-[3.5rem] md:leading-[1.05]">
            {hero.title.split(/(?<=\.) /).map((sentence) => (
              <span key={sentence} className="block">
                {sentence}{' '}
              </span>
            ))}
          </h1>
          <p className="max-w-2xl text-muted-foreground md:text-lg">{hero.text}</p>
          <div className="flex flex-wrap gap-3 pt-1">
            <ButtonLink size="large">
              <Link to={paths.signup()}>Get Started</Link>
            </ButtonLink>
            <Button size="large" look="secondary" data-opens="tour">
              <Play aria-hidden /> Watch Overview
            </Button>
          </div>
          <p className="text-sm text-muted-foreground">{hero.note}</p>
        </div>
        <div className="mx-auto -mb-12 h-64 w-68 overflow-hidden rounded-t-[1.5rem] border-4 border-b-0 border-border bg-background mask-b-from-60% md:hidden">
          <Picture name="phone" sizes="17rem" priority className="h-auto w-full" />
        </div>
        {/* The picture is wider than the page, so the right edge of the screen cuts it off. */}
        <div className="relative max-md:hidden md:pr-24 md:pb-10 lg:w-[56rem] lg:pr-0">
          <div className="overflow-hidden rounded-md border border-border shadow-lg">
            <Picture
              name="calendar"
              sizes="(min-width: 64rem) 56rem, 92vw"
              priority
              hiddenOnPhones
              className="h-auto w-full"
            />
          </div>
          <div className="absolute right-0 bottom-0 w-56 lg:right-auto lg:-left-8 lg:w-48 overflow-hidden rounded-[1.5rem] border-4 border-border bg-background shadow-lg">
            <Picture name="phone" sizes="14rem" className="h-auto w-full" />
          </div>
        </div>
      </div>
    </section>
  )
}

function Agents() {
  return (
    <Section
      id="agents"
      title="Four agents, one for each stage of the work"
      text="They prepare, monitor and remind. You decide."
      band
    >
      <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-4">
        {agents.map(({ key, name, phase, text, work }) => (
          <li
            key={key}
            className="grid grid-cols-[4rem_1fr] content-start gap-x-4 gap-y-3 rounded-md border border-border bg-background p-4 md:grid-cols-1 md:gap-y-4 md:p-5"
          >
            <AgentDrawing agent={key} />
            <div className="grid gap-1">
              <p className="text-sm font-medium text-link">{phase}</p>
              <h3 className="text-lg font-semibold">{name}</h3>
              <p className="text-muted-foreground">{text}</p>
            </div>
            <ul className="col-span-full flex flex-wrap gap-1.5">
              {work.map((item) => (
                <li
                  key={item}
                  className="rounded-full border border-border px-2.5 py-0.5 text-sm max-md:px-2 max-md:text-xs"
                >
                  {item}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}
