import { CircleUserRound, LogOut, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSignOut } from '#features/auth/api.ts'
import { useScreenCommands } from '#lib/page/commands.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import type { Command } from '#ui/command-palette.tsx'
import type { NavItem } from './areas.ts'

const CommandPalette = lazy(async () => ({ default: (await import('#ui/command-palette.tsx')).CommandPalette }))

/** Binds Ctrl/Cmd+K globally. */
function usePaletteShortcut(toggle: () => void) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])
}

function useCommands(nav: readonly NavItem[]): readonly Command[] {
  const navigate = useNavigate()
  const signOutAction = useSignOut()
  const screenCommands = useScreenCommands()
  const signOut = signOutAction.mutate
  return useMemo(() => {
    const goTo = [...nav, { to: paths.profile, label: 'Profile and settings', icon: CircleUserRound }]
    return [
      ...screenCommands,
      ...goTo.map(({ to, label, icon }) => ({ id: to, label, icon, group: 'Go to', run: () => void navigate(to) })),
      { id: 'sign-out', label: 'Sign Out', group: 'Account', icon: LogOut, run: () => signOut() },
    ]
  }, [nav, screenCommands, navigate, signOut])
}

/** Header button and Ctrl/Cmd+K for the command palette; its code loads on first use. */
export function CommandMenu({ nav }: { nav: readonly NavItem[] }) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const commands = useCommands(nav)
  const changeOpen = (next: boolean) => {
    setWasOpened(true)
    setOpen(next)
  }
  usePaletteShortcut(() => changeOpen(!open))
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => changeOpen(true)}
        className="min-h-10 text-muted-foreground md:min-h-8"
      >
        <Search aria-hidden />
        <span className="sr-only md:not-sr-only">Search or jump to</span>
        <kbd aria-hidden className="hidden rounded-sm border border-border px-1.5 font-sans text-xs md:inline">
          Ctrl K
        </kbd>
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CommandPalette open={open} onOpenChange={changeOpen} commands={commands} />
        </Suspense>
      )}
    </>
  )
}
