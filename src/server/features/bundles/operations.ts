import { reading } from '#server/admin-api/operation.ts'
import { listPaidGuides } from '#server/features/codes/list-codes.ts'
import { bundlesApi } from '#shared/admin/bundles.ts'
import { listBundles } from './list-bundles.ts'
import { bundleActs } from './plan-bundle.ts'

export const bundleOperations = {
	bundles: reading(bundlesApi.bundles, {
		does: 'lists the bundles, how often each was sold and how much was paid for it (not for helpers)',
		roles: ['owner', 'helper', 'accountant'],
		read: async ({ database }, _input, { role }) => {
			const rows = await listBundles(database)
			return {
				rows: rows.map((bundle) => ({
					...bundle,
					...(role === 'helper' ? { sold: null, refunded: null, paid_pence: null } : {}),
				})),
				guides: await listPaidGuides(database),
			}
		},
	}),
	...bundleActs,
}
