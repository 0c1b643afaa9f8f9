import { authed } from '#platform/http/rpc.ts'
import { createSale } from './sales/create-sale.ts'
import { endSoldPackage, listSoldPackages } from './sales/service.ts'
import * as service from './service.ts'

const { packages } = authed

export const packagesRouter = {
  list: packages.list.handler(({ input, context }) => service.listPackages(context.caller, input.studio_id)),
  create: packages.create.handler(({ input, context: { caller, clock } }) =>
    service.createPackage(caller, input, clock.now()),
  ),
  update: packages.update.handler(({ input, context }) => service.updatePackage(context.caller, input)),
  listSold: packages.listSold.handler(({ input, context }) => listSoldPackages(context.caller, input)),
  sell: packages.sell.handler(({ input, context: { caller, clock } }) => createSale(caller, input, clock.now())),
  end: packages.end.handler(({ input, context: { caller, clock } }) => endSoldPackage(caller, input.id, clock.now())),
}
