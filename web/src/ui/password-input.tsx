import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { Input } from './input.tsx'

/** A password input with a visibility toggle. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-11" autoCapitalize="none" spellCheck={false} />
      <IconButton
        name={shown ? 'Hide characters' : 'Show characters'}
        aria-pressed={shown}
        className="absolute inset-y-0 right-0 my-auto text-muted-foreground"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  )
}
