import { ArrowDown } from 'lucide-react'
import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { RoomPicture } from './components/picture.tsx'
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
      <PageHead title={intro.title} text={intro.text} aside={<StoryIndex />}>
        <ButtonLink size="large">
          <Link to={paths.signup()}>Create your studio</Link>
        </ButtonLink>
      </PageHead>
      <Figures figures={figures} name="Average results" />
      <div className="mx-auto grid w-full max-w-6xl divide-y divide-border px-4 md:px-8">
        {stories.map((story) => (
          <StoryArticle key={story.id} story={story} />
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

/** Links to the stories, each with its first result. */
const StoryIndex = () => (
  <nav aria-label="Stories" className="rounded-md border border-border bg-card">
    <ul className="divide-y divide-border">
      {stories.map(({ id, studio, studio_type, results: [first] }) => (
        <li key={id}>
          <a
            href={paths.here(id)}
            className="flex items-center gap-4 px-5 py-4 -outline-offset-2 transition duration-150 hover:bg-muted"
          >
            <span className="w-20 shrink-0 text-xl font-semibold tracking-tight text-link">{first.value}</span>
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-semibold">{studio}</span>
              <span className="text-sm text-muted-foreground">{studio_type}</span>
            </span>
            <ArrowDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** A story with the picture of a room, on alternating sides. */
function StoryArticle({ story }: { story: Story }) {
  const { id, room, studio, studio_type, challenge, solution, quote, results } = story
  return (
    <article
      id={id}
      className="grid scroll-mt-16 items-center gap-8 py-14 md:py-20 lg:grid-cols-2 lg:gap-x-16 lg:even:[&>:first-child]:order-1"
    >
      <div className="grid gap-6">
        <RoomPicture name={room} isBelow />
        <dl className="grid grid-cols-3 gap-4">
          {results.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end gap-1 border-l-2 border-link pl-3 md:pl-4">
              <dt className="text-sm text-muted-foreground">{label}</dt>
              <dd className="text-lg font-semibold tracking-tight md:text-xl">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="grid gap-6">
        <header className="grid gap-1">
          <p className="text-sm font-medium text-link">{studio_type}</p>
          <h2 className="text-xl font-semibold tracking-tight md:text-[2rem] md:leading-tight">{studio}</h2>
        </header>
        <figure className="grid gap-2">
          <blockquote className="text-lg font-medium text-balance md:text-xl">“{quote.text}”</blockquote>
          <figcaption className="text-sm text-muted-foreground">{quote.by}</figcaption>
        </figure>
        <div className="grid gap-4">
          <div className="grid gap-1">
            <h3 className="font-semibold">The challenge</h3>
            <p className="text-muted-foreground">{challenge}</p>
          </div>
          <div className="grid gap-1">
            <h3 className="font-semibold">The solution</h3>
            <p className="text-muted-foreground">{solution}</p>
          </div>
        </div>
      </div>
    </article>
  )
}
