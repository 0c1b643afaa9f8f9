import { formatPlaceholder } from '@studiohub/contract/shared/placeholders.ts'
import { SIGN_IN_META } from '@studiohub/contract/shared/sign-in.ts'
import { expect, test } from 'vitest'
import { compileBody, renderTemplate } from './page-template.ts'
import { addSignInOffer, signInTemplateValues } from './sign-in-offer.ts'

const page = compileBody(
  `<head></head><body><div data-when="other_ways"><b data-when="passkeys">Passkey</b><button data-each="provider"><svg data-when="provider_google"></svg>${formatPlaceholder('provider', 'label')}</button></div></body>`,
)
const render = (...offer: Parameters<typeof signInTemplateValues>) =>
  renderTemplate(page, { html: {}, ...signInTemplateValues(...offer) })
const providers = [
  { name: 'google', label: 'Google' },
  { name: 'okta', label: 'Okta & <Co>' },
]

test('a sign-in page shows the providers that the operator has set up, and passkeys at our own address only', () => {
  const all = render({ providers, passkeys: true })
  expect(all).toContain('Passkey')
  expect(all.match(/<button/g)).toHaveLength(2)
  expect(all.match(/<svg/g)).toHaveLength(1)
  expect(all).toContain('Okta &amp; &lt;Co&gt;')
  expect(render({ providers, passkeys: true }, true)).not.toContain('Passkey')
  expect(render({ providers: [], passkeys: true }, true)).not.toContain('<div')
  expect(render({ providers: [], passkeys: false })).not.toContain('<div')
})

test('the scripts of a page read the same offer, whatever its names contain', () => {
  const offer = { providers: [{ name: 'odd', label: `"$&'</head>` }], passkeys: true }
  const html = addSignInOffer('<head></head>', offer)
  const content = new RegExp(`name="${SIGN_IN_META}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  const text = content
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  expect(JSON.parse(text.replaceAll('&amp;', '&'))).toEqual(offer)
  expect(html.match(/<\/head>/g)).toHaveLength(1)
})
