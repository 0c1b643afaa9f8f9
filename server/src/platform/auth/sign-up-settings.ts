import type { Config } from '../config/config.ts'

type SignUpSettings = Pick<Config, 'authSignup' | 'captcha'>

let signUpSettings: SignUpSettings = { authSignup: true, captcha: null }

/** Sets whether people without an account can create one, and the captcha of their forms; called once at start. */
export function setSignUpSettings({ authSignup, captcha }: SignUpSettings): void {
  signUpSettings = { authSignup, captcha }
}

/** Whether sign-up is on, and the captcha of forms for people without an account. */
export const getSignUpSettings = (): SignUpSettings => signUpSettings
