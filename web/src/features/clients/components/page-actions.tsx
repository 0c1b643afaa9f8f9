import { Link2, Upload } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { copySignupLink } from './signup-link.tsx'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

const IMPORT = 'Import'
const COPY_LINK = 'Copy sign-up link'

/** The secondary actions of the page. On phones they are in a menu, so that the subtitle has space. */
export function PageActions({ slug }: { slug: string }) {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const importPath = paths.studioImport('clients')
  const copyLink = () => copySignupLink(slug)
  if (isPhone) {
    return (
      // The button of a menu ends outside of its row, but this one is before another button.
      <span className="mr-3 flex items-center">
        <Suspense fallback={<span className="h-11 w-8" />}>
          <RowMenu
            name="clients"
            actions={[
              { label: IMPORT, name: IMPORT, onSelect: () => void navigate(importPath) },
              { label: COPY_LINK, name: COPY_LINK, onSelect: copyLink },
            ]}
          />
        </Suspense>
      </span>
    )
  }
  return (
    <>
      <ButtonLink look="secondary">
        <Link to={importPath}>
          <Upload aria-hidden />
          {IMPORT}
        </Link>
      </ButtonLink>
      <Button look="secondary" onClick={copyLink}>
        <Link2 aria-hidden />
        {COPY_LINK}
      </Button>
    </>
  )
}
