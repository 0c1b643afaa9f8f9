import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Closing, Figures, PageHead } from './components/section.tsx'
import { closing, figures, intro, stories } from './content/case-studies.ts'
import { pageMeta } from './model/page-meta.ts'

export const handle = staticPage
export const clientMiddleware = loadDocument

export const meta = () => pageMeta({ title: intro.title, description: intro.text, path: paths.caseStudies })

type Story = (typeof stories)[number]

export default function CaseStudiesScreen() {
  return (
    <>
      <PageHead title={intro.title} text={intro.text} room="daylight-studio" />
      <Figures figures={figures} name="Average results" />
      <div className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-14 md:px-8 md:py-20">
        {stories.map((story) => (
          <StoryCard key={story.studio} story={story} />
        ))}
      </div>
      <Closing title={closing.title} text={closing.text}>
        <ButtonLink size="large">
          <Link to={paths.signup()}>Get Started</Link>
        </ButtonLink>
        <ButtonLink size="large" look="secondary">
          <Link to={paths.partnership} reloadDocument>
            Become a Partner
          </Link>
        </ButtonLink>
      </Closing>
    </>
  )
}

function StoryCard({ story: { studio, studio_type, challenge, solution, quote, results } }: { story: Story }) {
  return (
    <article className="grid overflow-hidden rounded-md border border-border bg-card lg:grid-cols-[1fr_18rem]">
      <div className="grid content-start gap-6 p-6 md:p-8">
        <header className="grid gap-1">
          <p className="text-sm font-medium text-link">{studio_type}</p>
          <h2 className="text-xl font-semibold tracking-tight">{studio}</h2>
        </header>
        <div className="grid gap-6 md:grid-cols-2">
          <div className="grid content-start gap-2">
            <h3 className="font-semibold">The challenge</h3>
            <p className="text-muted-foreground">{challenge}</p>
          </div>
          <div className="grid content-start gap-2">
            <h3 className="font-semibold">The solution</h3>
            <p className="text-muted-foreground">{solution}</p>
          </div>
        </div>
        <figure className="border-l-2 border-link pl-4">
          <blockquote className="text-lg">“{quote.text}”</blockquote>
          <figcaption className="text-sm text-muted-foreground">{quote.by}</figcaption>
        </figure>
      </div>
      <dl className="grid grid-cols-3 gap-4 border-border bg-raised p-6 max-lg:border-t md:p-8 lg:grid-cols-1 lg:content-center lg:border-l">
        {results.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="text-lg font-semibold tracking-tight text-link md:text-[2rem] md:leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
