import { expect, test } from 'vitest'
import { chooseProblemActions } from './problem-actions.ts'

test('a failed payment is solved by an email to the owner, an ended trial by a longer one', () => {
  const problems = [{ kind: 'payment_failed' }, { kind: 'trial_ended' }] as const
  expect(chooseProblemActions(problems, ['letter', 'trial'])).toEqual(
    new Map([
      ['payment_failed', 'letter'],
      ['trial_ended', 'trial'],
    ]),
  )
})

test('each action is beside the most urgent problem only', () => {
  const problems = [{ kind: 'payment_failed' }, { kind: 'domain_missing' }] as const
  expect(chooseProblemActions(problems, ['letter'])).toEqual(new Map([['payment_failed', 'letter']]))
})

test('without a trial to extend, the owner gets an email; without an owner there is no button', () => {
  expect(chooseProblemActions([{ kind: 'trial_ended' }], ['letter'])).toEqual(new Map([['trial_ended', 'letter']]))
  expect(chooseProblemActions([{ kind: 'trial_ended' }, { kind: 'emails_failing' }], [])).toEqual(new Map())
})
