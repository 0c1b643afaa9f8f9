import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { planAttribute, type Topic } from '../content/article.ts'
import { topics } from '../content/topics.ts'
import { searchWords } from '../model/search-words.ts'

const ALL = 'all-docs'

const tabs = [{ key: ALL, title: 'All Docs' }, ...topics]

/**
 * All articles by topic. Search and tabs filter this list (`lib/site/docs.ts`). Without that script, the tabs are links to
 * its sections.
 */
export function ArticleList() {
  return (
    <section aria-label="Articles" className="mx-auto grid w-full max-w-6xl gap-8 px-4 pb-14 md:px-8 md:pb-20">
      <div
        role="tablist"
        aria-label="Topics"
        // On phones the end fades, because more tabs follow. The space after the last one keeps it whole.
        className="flex overflow-x-auto border-b border-border max-md:mask-r-from-[calc(100%-3rem)] max-md:pr-12"
      >
        {tabs.map(({ key, title }, index) => (
          <a
            key={key}
            id={`tab-${key}`}
            role="tab"
            href={paths.here(key)}
            aria-selected={index === 0}
            aria-controls={ALL}
            className="shrink-0 border-b-2 border-transparent px-4 py-3 font-medium text-muted-foreground outline-offset-[-2px] hover:text-foreground aria-selected:border-link aria-selected:text-foreground"
          >
            {title}
          </a>
        ))}
      </div>
      <div id={ALL} role="tabpanel" aria-labelledby={`tab-${ALL}`} data-docs="" className="grid gap-10">
        <p role="status" className="sr-only" />
        {topics.map((topic) => (
          <TopicEntries key={topic.key} topic={topic} />
        ))}
        <div hidden className="grid justify-items-center gap-3 py-10 text-center" data-none="">
          <h2 className="text-lg font-semibold">Nothing found</h2>
          <p className="max-w-md text-muted-foreground">No article has all of these words. Try fewer, or ask us.</p>
          <Button look="secondary" data-clears="">
            Clear search
          </Button>
        </div>
      </div>
    </section>
  )
}

function TopicEntries({ topic }: { topic: Topic }) {
  return (
    <section id={topic.key} aria-labelledby={`title-${topic.key}`} className="grid scroll-mt-20 gap-4">
      <header className="grid gap-1">
        <h2 id={`title-${topic.key}`} className="text-xl font-semibold tracking-tight">
          {topic.title}
        </h2>
        <p className="text-muted-foreground">{topic.text}</p>
      </header>
      <ul className="grid gap-4 md:grid-cols-2">
        {topic.articles.map((article) => (
          <li key={article.slug} data-words={searchWords(article)} {...planAttribute(article)}>
            <Link
              to={paths.docsArticle(article.slug)}
              reloadDocument
              className="grid h-full grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 rounded-md border border-border bg-card p-5 transition duration-150 hover:border-link"
            >
              <FileText aria-hidden className="row-span-2 mt-0.5 size-5 text-link" />
              <h3 className="font-semibold">{article.title}</h3>
              <p className="text-sm text-muted-foreground">{article.summary}</p>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
