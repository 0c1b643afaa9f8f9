import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function SignupScreen() {
  return <NotBuiltYet title="signup">Soon.</NotBuiltYet>
}
