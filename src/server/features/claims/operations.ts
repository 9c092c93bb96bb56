import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { acting, reading } from '#server/admin-api/operation.ts'
import { productsApi } from '#shared/admin/products.ts'
import { isShown, planConfirmation, planWithdrawal } from './plan-claim.ts'
import { listClaims } from './read-claims.ts'

export const claims = reading(productsApi.claims, {
	does: 'lists every marketing claim, whether it is shown, and the evidence for it',
	roles: ['owner', 'helper', 'accountant'],
	read: async (admin) => {
		const { database, shown } = contextOf(admin)
		const found = await listClaims(database, shown)
		return {
			rows: found.map((claim) => ({
				id: claim.id,
				words: claim.words,
				is_shown: isShown(claim) && !claim.isReplaced,
				shown_by_settings: claim.shownBySettings,
				is_replaced: claim.isReplaced,
				confirmation:
					claim.confirmation === undefined
						? null
						: {
								evidence: claim.confirmation.evidence,
								by: claim.confirmation.by,
								at: claim.confirmation.at,
								is_of_other_words: claim.confirmation.isOfOtherWords,
							},
			})),
			is_public: admin.config.isPublic,
		}
	},
})

export const confirmClaim = acting(productsApi['confirm-claim'], {
	does: 'confirms a marketing claim with evidence, so that the pages show it',
	roles: ['owner'],
	plan: async (admin, { claim: id, evidence }, decided) =>
		await planConfirmation(contextOf(admin), { id, evidence }, decided),
})

export const withdrawClaim = acting(productsApi['withdraw-claim'], {
	does: 'withdraws a marketing claim, so that the pages no longer show it',
	roles: ['owner'],
	plan: async (admin, { claim }, decided) => await planWithdrawal(contextOf(admin), claim, decided),
})

function contextOf({ database, config }: AdminDependencies) {
	return { database, shown: config.site.marketingClaims }
}
