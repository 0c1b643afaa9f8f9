import { Search } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { NavItem } from './areas.ts'

const SearchPalette = lazy(async () => ({
  default: (await import('#features/search/components/search-palette.tsx')).SearchPalette,
}))

/** Binds Ctrl/Cmd+K globally, before the first paint, so that the first key press counts. */
function usePaletteShortcut(toggle: () => void) {
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])
}

/** Header button and Ctrl/Cmd+K for the command palette; its code loads on first use. */
export function CommandMenu({ nav }: { nav: readonly NavItem[] }) {
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null)
  usePaletteShortcut(() => setOpen(!isOpen))
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="text-muted-foreground max-md:min-h-11 max-md:min-w-11 max-md:border-transparent max-md:bg-transparent max-md:text-foreground"
      >
        <Search aria-hidden />
        <span className="sr-only md:not-sr-only">Search or jump to</span>
        <kbd aria-hidden className="hidden rounded-sm border border-border px-1.5 font-sans text-xs md:inline">
          Ctrl K
        </kbd>
      </Button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <SearchPalette open={isOpen} onOpenChange={setOpen} nav={nav} />
        </Suspense>
      )}
    </>
  )
}
