import { Braces, GraduationCap, LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { pageMeta } from '../model/page-meta.ts'
import { ArticleList } from './components/article-list.tsx'
import { DocsSearch } from './components/docs-search.tsx'
import { SupportSection } from './components/support-section.tsx'
import { intro } from './content/topics.ts'

export const handle = staticPage
export const clientMiddleware = loadDocument

export const meta = () => pageMeta({ title: intro.title, description: intro.text, path: paths.docs })

export default function DocsScreen() {
  return (
    <>
      <header className="mx-auto grid w-full max-w-6xl items-end gap-x-12 gap-y-5 px-4 pt-10 pb-6 md:px-8 md:pt-14 lg:grid-cols-2">
        <div className="grid gap-3">
          <h1 className="text-2xl font-bold tracking-tight">{intro.title}</h1>
          <p className="max-w-2xl text-lg text-muted-foreground">{intro.text}</p>
        </div>
        <div className="grid gap-2">
          <DocsSearch />
          <p className="hidden text-sm text-muted-foreground md:block">
            Press <kbd className="rounded-md border border-border bg-card px-1.5">/</kbd> to search, Enter to open the
            first article found.
          </p>
        </div>
      </header>
      <ArticleList />
      <OtherWays />
      <SupportSection />
    </>
  )
}

function OtherWays() {
  return (
    <section aria-labelledby="more" className="mx-auto grid w-full max-w-6xl gap-4 px-4 pb-14 md:px-8 md:pb-20">
      <h2 id="more" className="text-xl font-semibold tracking-tight">
        Other ways to learn
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        <LearningWay
          icon={GraduationCap}
          title="Training Center"
          text="Programs and live webinars, with time for your questions."
        >
          <Link to={paths.training} reloadDocument className={linkClasses}>
            Visit Training
          </Link>
        </LearningWay>
        <LearningWay icon={Braces} title="API reference" text="Every call with its input, response and errors.">
          <a href={paths.apiReference} className={linkClasses}>
            Open the reference
          </a>
        </LearningWay>
        <LearningWay icon={LifeBuoy} title="Support" text="No article answers your question? Our team does.">
          <a href={paths.here('support')} className={linkClasses}>
            Contact Support
          </a>
        </LearningWay>
      </ul>
    </section>
  )
}

const linkClasses = 'font-medium text-link underline-offset-4 hover:underline'

type LearningWayProps = { icon: typeof Braces; title: string; text: string; children: ReactNode }

function LearningWay({ icon: Icon, title, text, children }: LearningWayProps) {
  return (
    <li className="grid content-start justify-items-start gap-2 rounded-md border border-border bg-card p-5">
      <Icon aria-hidden className="size-6 text-link" />
      <h3 className="font-semibold">{title}</h3>
      <p className="text-muted-foreground">{text}</p>
      {children}
    </li>
  )
}
