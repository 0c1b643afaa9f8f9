import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { HourPackage, NewPackage, PackageChanges, SoldPackage } from './schema.ts'

const OneClient = z.object({ studio_id: Id, client_id: Id })

export const packages = {
  /** The packages of hours that a studio sells, newest first. This feature is for admins, except `listSold`. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/packages' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ items: z.array(HourPackage) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/packages', successStatus: 201 })
    .input(NewPackage.extend({ studio_id: Id }))
    .output(HourPackage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PACKAGES_FULL')),
  update: route
    .route({ method: 'PATCH', path: '/packages/{id}' })
    .input(PackageChanges.extend({ id: Id }))
    .output(HourPackage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  /** A client's prepaid hours, newest first, with the sessions that use them. For the desk and for the client. */
  listSold: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/packages' })
    .input(OneClient)
    .output(z.object({ items: z.array(SoldPackage) }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Sells a package to a client. Issues its invoice, unless it is free. The hours can be used at once. */
  sell: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/packages', successStatus: 201 })
    .input(z.strictObject({ ...OneClient.shape, package_id: Id }))
    .output(SoldPackage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_NOT_IN_STUDIO')),
  /** Ends the unused hours. Sessions that use some of them keep them. */
  end: route
    .route({ method: 'POST', path: '/sold-packages/{id}/end' })
    .input(z.strictObject({ id: Id }))
    .output(SoldPackage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PACKAGE_ENDED')),
}
