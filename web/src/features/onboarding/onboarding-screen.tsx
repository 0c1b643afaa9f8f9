import { NotBuiltYet } from '../../ui/not-built-yet.tsx'

export default function OnboardingScreen() {
  return <NotBuiltYet title="onboarding">Soon.</NotBuiltYet>
}
