import type { Article } from './article.ts'

/** How a studio takes money, from the deposit to the accountant, and how its clients pay. */
export const gettingPaid: Article = {
  slug: 'getting-paid',
  title: 'Deposits, invoices and payments',
  summary: 'Take deposits, send invoices, get paid by card, transfer or cash, and export the books.',
  sections: [
    {
      title: 'Set it up',
      blocks: [
        {
          points: [
            'Settings, Payments: connect Stripe to take cards, enter your tax rates, and say what cancelling costs.',
            'Settings, Services: for each service choose no payment, a deposit or the whole price when clients book.',
            'Settings, Prices: packages of prepaid hours and discount codes.',
            'Invoices, Settings: your name, tax number and bank account, the next number, reminders and receipts.',
          ],
        },
        {
          text: 'Without cards everything else works: clients see your bank account, with a QR code for transfers in euros, and you record transfers and cash.',
        },
      ],
    },
    {
      title: 'Deposits',
      blocks: [
        {
          text: 'A client who has to pay has the time reserved for 15 minutes. If you confirm requests by hand, the deposit is only reserved on the card: Confirm charges it, Decline releases it. A late payment books the time again if it is still free. Otherwise it is refunded automatically.',
        },
        {
          text: 'Clients see what cancelling costs before they book and before they cancel. An admin can waive a fee with a reason, or charge it to a card that the client left for fees.',
        },
      ],
    },
    {
      title: 'Invoices',
      blocks: [
        {
          steps: [
            'Open Invoices, choose New Invoice and a client. Their sessions without an invoice are already selected; add overtime and other lines.',
            'Issue it: it gets its number and can no longer be changed. A credit note corrects it.',
            'Send it by email. The link in it opens a page in your brand where the client pays without signing in.',
            'Record transfers and cash as they arrive. Reminders are sent automatically until the invoice is paid.',
          ],
        },
        {
          text: 'You refund to the card, in cash or by bank transfer, or as credit. The client’s next deposit or invoice uses the credit.',
        },
      ],
    },
    {
      title: 'Figures for you and your accountant',
      blocks: [
        {
          text: 'Reports shows revenue by month, service, room and client, how full your rooms are, and what is outstanding, each with a CSV file. Export for the accountant makes one ZIP with the invoices, payments, taxes and books of a period. Card payments lists disputes, payouts and amounts that do not agree with Stripe.',
        },
        {
          text: 'Only admins see these figures. Crew see no prices, unless you allow it under Settings, Basic Information. The desk sees what a session costs and what is open, and can take cash if you allow it.',
        },
      ],
    },
    {
      title: 'If you are a client',
      blocks: [
        {
          text: 'Invoices in your studio’s menu lists what you owe and have paid, with a PDF of each, your packages and your credit. Every payment of an invoice sends you a receipt by email.',
        },
      ],
    },
  ],
}
