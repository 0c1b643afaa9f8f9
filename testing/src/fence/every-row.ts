import { apiKeysSql } from './api-keys.ts'
import { calendarsSql } from './calendars.ts'
import { castSql } from './cast.ts'
import { connectedCalendarsSql } from './connected-calendars.ts'
import { conversationsSql } from './conversations.ts'
import { crewSql } from './crew.ts'
import { discountsSql } from './discounts.ts'
import { cardsSql, invoicesSql } from './invoices.ts'
import { legalTextsSql } from './legal-texts.ts'
import { lettersSql } from './letters.ts'
import { noticesSql } from './notices.ts'
import { operatorsSql } from './operators.ts'
import { packagesSql } from './packages.ts'
import { peopleSql } from './people.ts'
import { plansSql } from './plans.ts'
import { pushSql } from './push.ts'
import { rowsSql } from './rows.ts'
import { studioExportsSql } from './studio-exports.ts'
import { termsSql } from './terms.ts'
import { webhooksSql } from './webhooks.ts'
import { worksSql } from './works.ts'

/** Rows in every table with tenant data, for both studios. */
export const fenceSql = () =>
  [
    castSql(),
    rowsSql,
    calendarsSql,
    lettersSql,
    noticesSql,
    worksSql,
    crewSql,
    plansSql,
    peopleSql,
    conversationsSql,
    invoicesSql,
    cardsSql,
    legalTextsSql,
    apiKeysSql,
    operatorsSql,
    pushSql,
    webhooksSql,
    studioExportsSql,
    connectedCalendarsSql,
    discountsSql,
    packagesSql,
    termsSql,
  ].join('')
