import { authed, publicRoute } from '#platform/http/rpc.ts'
import {
  getLegalTexts,
  getPlatformLegalTexts,
  listPublicTexts,
  updateLegalTexts,
  updatePlatformLegalTexts,
} from './service.ts'

export const legalTextsRouter = {
  listPublic: publicRoute.legalTexts.listPublic.handler(({ input, context }) =>
    listPublicTexts(context.caller, input.slug),
  ),
  get: authed.legalTexts.get.handler(({ input, context }) => getLegalTexts(context.caller, input.studio_id)),
  update: authed.legalTexts.update.handler(({ input: { studio_id, ...texts }, context }) =>
    updateLegalTexts(context.caller, { studio_id, texts, now: context.clock.now() }),
  ),
  getPlatform: authed.legalTexts.getPlatform.handler(({ context }) => getPlatformLegalTexts(context.caller)),
  updatePlatform: authed.legalTexts.updatePlatform.handler(({ input, context }) =>
    updatePlatformLegalTexts(context.caller, input, context.clock.now()),
  ),
}
