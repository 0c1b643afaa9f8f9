import type { Config } from '../config/config.ts'

type Newcomers = Pick<Config, 'authSignup' | 'captcha'>

let newcomers: Newcomers = { authSignup: true, captcha: null }

/** Sets whether people without an account can create one, and the captcha of their forms; called once at start. */
export function useNewcomers({ authSignup, captcha }: Newcomers): void {
  newcomers = { authSignup, captcha }
}

/** Whether sign-up is on, and the captcha of forms for people without an account. */
export const theNewcomers = (): Newcomers => newcomers
