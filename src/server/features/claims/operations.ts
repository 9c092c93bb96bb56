import { reading } from '#server/admin-api/operation.ts'
import { productsApi } from '#shared/admin/products.ts'
import { claimActs } from './plan-claim.ts'
import { listClaims } from './read-claims.ts'

export const claimOperations = {
	claims: reading(productsApi.claims, {
		does: 'lists every marketing claim, whether it is shown, and the evidence for it',
		roles: ['owner', 'helper', 'accountant'],
		read: async (admin) => ({ rows: await listClaims(admin), is_public: admin.config.isPublic }),
	}),
	...claimActs,
}
