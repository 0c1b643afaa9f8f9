import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { pageMeta } from '../model/page-meta.ts'
import NothingHereScreen from '../nothing-here-screen.tsx'
import { ArticleBody } from './components/article-body.tsx'
import { DocsSearch } from './components/docs-search.tsx'
import { planAttribute } from './content/article.ts'
import { articles, intro } from './content/topics.ts'
import { sectionId } from './model/section-id.ts'

type RouteArgs = { params: { slug?: string | undefined } }

const findArticle = (slug: string | undefined) =>
  articles.find((article) => article.slug === slug && (arePlansOn() || !article.is_about_plans))

export const handle = staticPage

/**
 * Loads the document of an article, because a static page needs its own script. An unknown article has no document, so the
 * screen shows the 404 text without a load.
 */
export const clientMiddleware = [
  ({ request, params }: RouteArgs & { request: Request }) => {
    if (findArticle(params.slug)) return loadDocument[0]?.({ request })
  },
]

export const meta = ({ params }: RouteArgs) => {
  const article = findArticle(params.slug)
  if (!article) return [{ title: 'Page not found - StudioHub' }]
  const { title, summary: description, slug } = article
  const structuredData = { '@type': 'TechArticle', headline: title, description, articleSection: article.topic.title }
  return pageMeta({ title, description, path: paths.docsArticle(slug), data: structuredData })
}

export default function ArticleScreen() {
  const { slug } = useParams()
  const article = findArticle(slug)
  if (!article) return <NothingHereScreen />
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-8 pb-16 md:px-8 md:pt-10 md:pb-20">
      <DocsSearch />
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,44rem)_1fr]">
        <article className="grid min-w-0 gap-10" {...planAttribute(article, 'page')}>
          <Head article={article} />
          <ArticleBody sections={article.sections} />
          <NeighborLinks slug={article.slug} />
        </article>
        <PageContents article={article} />
      </div>
    </div>
  )
}

type ListedArticle = (typeof articles)[number]

function Head({ article }: { article: ListedArticle }) {
  return (
    <header className="grid gap-4">
      <nav aria-label="Breadcrumb">
        <ol className="flex flex-wrap gap-2 text-sm text-muted-foreground">
          <li>
            <Link to={paths.docs} reloadDocument className="text-link hover:underline">
              {intro.title}
            </Link>
          </li>
          <li aria-hidden>/</li>
          <li>
            <Link to={paths.docsTopic(article.topic.key)} reloadDocument className="text-link hover:underline">
              {article.topic.title}
            </Link>
          </li>
        </ol>
      </nav>
      <h1 className="text-2xl font-bold tracking-tight">{article.title}</h1>
      <p className="text-lg text-muted-foreground">{article.summary}</p>
    </header>
  )
}

function PageContents({ article }: { article: ListedArticle }) {
  const { topic } = article
  const others = [...topic.articles, ...(topic.guides ?? [])].filter(({ slug }) => slug !== article.slug)
  return (
    <div className="grid gap-8 text-sm lg:sticky lg:top-24">
      <nav aria-label="On this page" className="grid gap-2 max-lg:hidden">
        <h2 className="font-semibold">On this page</h2>
        {article.sections.map(({ title }) => (
          <a key={title} href={paths.here(sectionId(title))} className={quietLinkClasses}>
            {title}
          </a>
        ))}
      </nav>
      <nav aria-label={article.topic.title} className="grid gap-2">
        <h2 className="font-semibold">More in {article.topic.title}</h2>
        {others.map((otherArticle) => (
          <Link
            key={otherArticle.slug}
            to={paths.docsArticle(otherArticle.slug)}
            reloadDocument
            className={quietLinkClasses}
            {...planAttribute(otherArticle)}
          >
            {otherArticle.title}
          </Link>
        ))}
        {article.slug === 'api' && (
          <a href={paths.apiReference} className={quietLinkClasses}>
            API reference
          </a>
        )}
      </nav>
      <p className="text-muted-foreground">
        Still a question?{' '}
        <Link to={paths.docsSupport} reloadDocument className="text-link underline underline-offset-4">
          Contact Support
        </Link>
      </p>
    </div>
  )
}

const quietLinkClasses = 'w-fit py-1 text-muted-foreground hover:text-foreground hover:underline'

function NeighborLinks({ slug }: { slug: string }) {
  const index = articles.findIndex((article) => article.slug === slug)
  const [previous, next] = [articles[index - 1], articles[index + 1]]
  return (
    <nav aria-label="Previous and next" className="flex flex-wrap justify-between gap-4 border-t border-border pt-6">
      {previous && (
        <Link
          to={paths.docsArticle(previous.slug)}
          reloadDocument
          className={neighborLinkClasses}
          {...planAttribute(previous)}
        >
          <ArrowLeft aria-hidden className="size-4" /> {previous.title}
        </Link>
      )}
      {next && (
        <Link
          to={paths.docsArticle(next.slug)}
          reloadDocument
          className={`${neighborLinkClasses} ml-auto`}
          {...planAttribute(next)}
        >
          {next.title} <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  )
}

const neighborLinkClasses = 'flex items-center gap-2 py-1 font-medium text-link hover:underline'
