import { useAuthPlace } from '#layouts/public/use-auth-place.ts'
import { LoginCard } from './components/login-card.tsx'

export default function LoginScreen() {
  return <LoginCard studio={useAuthPlace().studio} />
}
