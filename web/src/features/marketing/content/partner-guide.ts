import { closing, figures } from './network.ts'

type Section = { title: string; text: string; points?: readonly string[] }

/** The text of the partner guide. `npm run pictures` makes the PDF from it, in `web/public`. */
export const partnerGuide = {
  title: 'The StudioHub partner guide',
  subtitle: 'What partners bring, what they get, and how to begin.',
  file: 'studiohub-partner-guide.pdf',
  figures,
  sections: [
    {
      title: 'Who partners with us',
      text: 'Anyone whose work makes a session better. Most partners are one of five kinds:',
      points: [
        'Technology partner: tools and devices that work with StudioHub.',
        'Referral partner: studios know you, and you send them to us.',
        'Reseller partner: StudioHub is part of what you sell.',
        'Integration partner: you connect StudioHub with another system.',
        'Other: tell us. The best ones did not fit a list.',
      ],
    },
    {
      title: 'The tiers',
      text: 'A tier says how closely we work together, and is reviewed each year with you.',
      points: [
        'Platinum and Gold: technology and service partners with a shared plan and a named contact.',
        'Premium: studio partners who take bookings from the network.',
        'Standard and Silver: everyone who has been accepted; listed in the network from the first day.',
      ],
    },
    {
      title: 'What you get',
      text: 'Partners work with the same product that studios do.',
      points: [
        'A page in the network with your specialty and tier.',
        'A partner dashboard that shows your application and your referrals.',
        'The API and its reference, calendar feeds, and help with your integration.',
        'A seat in the training center, and joint case studies.',
      ],
    },
    {
      title: 'How to begin',
      text: closing.text,
      points: [
        'Fill in the form at /partner: company, contact, email, phone, kind of partnership and a message.',
        'We read every application and answer by email.',
        'Once accepted you sign in, choose the partner role, and find your dashboard.',
      ],
    },
  ] satisfies readonly Section[],
}
