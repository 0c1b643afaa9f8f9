import { Cpu, Mic, Wrench } from 'lucide-react'
import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Closing, Figures, PageHead, Section } from './components/section.tsx'
import { benefits, categories, closing, figures, intro, type Tier, VISIBLE_PARTNERS } from './content/network.ts'
import { partnerGuide } from './content/partner-guide.ts'
import { pageMeta } from './model/page-meta.ts'

export const handle = staticPage
export const clientMiddleware = loadDocument

export const meta = () => pageMeta({ title: 'Partner network', description: intro.text, path: paths.network })

export default function NetworkScreen() {
  return (
    <>
      <PageHead title={intro.title} text={intro.text} room="live-room">
        <ButtonLink size="large">
          <Link to={paths.partnership} reloadDocument>
            Become a Partner
          </Link>
        </ButtonLink>
        <GuideLink />
      </PageHead>
      <Figures figures={figures} name="The network in numbers" />
      <Partners />
      <Section title="Partner benefits" band>
        <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-4">
          {benefits.map(({ title, text }) => (
            <li key={title} className="grid content-start gap-2 border-t-2 border-link pt-4">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted-foreground">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Closing title={closing.title} text={closing.text}>
        <ButtonLink size="large">
          <Link to={paths.partnership} reloadDocument>
            Apply now
          </Link>
        </ButtonLink>
        <GuideLink />
      </Closing>
    </>
  )
}

const GuideLink = () => (
  <ButtonLink size="large" look="secondary">
    <a href={paths.file(partnerGuide.file)} download>
      Download Partner Guide
    </a>
  </ButtonLink>
)

const icons = { technology: Cpu, studio: Mic, service: Wrench }

/** The highest tier of each kind of partner. */
const topTiers: readonly Tier[] = ['Platinum', 'Premium']

/** Stands for the logo of a partner. */
const PartnerMark = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-10 shrink-0 place-items-center rounded-md border border-border bg-raised font-semibold text-link"
  >
    {name.replace('The ', '').slice(0, 1)}
  </span>
)

function Partners() {
  return (
    <Section title="Meet our partners" text="Tools, rooms and people that studios rely on.">
      <div className="grid gap-6 lg:grid-cols-3">
        {categories.map(({ key, title, text, partners }) => {
          const Icon = icons[key]
          return (
            <section key={key} className="grid content-start gap-4">
              <div className="grid gap-1">
                <h3 className="flex items-center gap-2.5 text-lg font-semibold">
                  <Icon aria-hidden className="size-5 shrink-0 text-link" />
                  {title}
                </h3>
                <p className="text-muted-foreground">{text}</p>
              </div>
              <ul className="grid gap-2">
                {partners.map(({ name, specialty, tier }, index) => (
                  <li
                    key={name}
                    {...(index >= VISIBLE_PARTNERS && { hidden: true, 'data-group': 'partners' })}
                    className="flex items-center gap-3 rounded-md border border-border bg-card p-4"
                  >
                    <PartnerMark name={name} />
                    <div className="grid min-w-0 flex-1 gap-0.5">
                      <h4 className="font-medium">{name}</h4>
                      <p className="text-sm text-muted-foreground">{specialty}</p>
                    </div>
                    <Badge tone={topTiers.includes(tier) ? 'accent' : 'neutral'}>{tier}</Badge>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <Button
        size="large"
        look="secondary"
        className="justify-self-center"
        data-reveals="partners"
        data-other="Show fewer"
        aria-expanded="false"
      >
        View All Partners
      </Button>
    </Section>
  )
}
