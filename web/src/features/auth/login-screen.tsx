import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function LoginScreen() {
  return <NotBuiltYet title="login">Soon.</NotBuiltYet>
}
