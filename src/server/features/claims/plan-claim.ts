import { type Actor, defineAct } from '#server/admin-api/define-act.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { alreadyWithdrawn } from '#server/shop/errors.ts'
import { DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { isTestimonial } from '#shared/admin/names.ts'
import { productsApi } from '#shared/admin/products.ts'
import { type ListedClaim, listClaims } from './read-claims.ts'

interface ClaimContext {
	database: Pick<Database, 'query'>
	config: { site: { marketingClaims: readonly string[] } }
}

/** If the claim is confirmed already, the new evidence replaces the old evidence, which stays on record. */
export async function planConfirmation(
	admin: ClaimContext,
	{ claim: id, evidence: written, writer_agreed: writerAgreed }: Parsed<'confirm-claim'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const claim = await findClaim(admin, id)
	const { words, confirmation, is_replaced: isReplaced, is_shown: isShown } = claim
	const evidence = written.trim()
	if (evidence === '') throw new DecisionError('Say what proves it.')
	if (isTestimonial(id) && !writerAgreed)
		throw new DecisionError(
			'Show a testimonial only if its writer has agreed to that in writing. Tick that they have.',
		)
	const stands = confirmation !== null && !confirmation.is_of_other_words
	return {
		will:
			stands && confirmation.evidence === evidence
				? []
				: [
						isReplaced
							? `Records that “${words}” is true. The pages still show the reviews, which have replaced this rating.`
							: isShown
								? `Records that “${words}” is true. The pages already show it.`
								: `Shows “${words}” on the pages within about ten seconds.`,
						confirmation === null
							? 'Records your evidence with your name and the date. You will need it if a regulator asks: a claim that isn’t true is an offence.'
							: `Replaces the evidence that ${confirmation.by} gave, which stays on record.`,
					],
		execute: async (tx) => {
			await withdraw(tx, id, by)
			const added = await tx.execute(sql`
					insert into shop.claim_confirmations (claim, words, evidence, confirmed_by)
					values (${id}, ${words}, ${evidence}, ${by}) on conflict do nothing`)
			if (added === 0) throw new DecisionError('Somebody else has already confirmed it.')
			return {
				details: { claim: id, ...(isTestimonial(id) ? { writer_agreed: true } : {}) },
				before: { confirmed: stands },
				after: { confirmed: true },
			}
		},
	}
}

export async function planWithdrawal(
	admin: ClaimContext,
	{ claim: id }: Parsed<'withdraw-claim'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const { words, confirmation, shown_by_settings: shownBySettings } = await findClaim(admin, id)
	return {
		will:
			confirmation === null
				? []
				: [
						shownBySettings
							? `Withdraws the confirmation of “${words}”. The pages still show it, because the shop’s settings confirm it as well.`
							: `Takes “${words}” off the pages within about ten seconds.`,
						`The evidence that ${confirmation.by} gave stays on record.`,
					],
		execute: async (tx) => {
			if ((await withdraw(tx, id, by)) === 0) throw alreadyWithdrawn()
			return {
				details: { claim: id },
				before: { confirmed: true },
				after: { confirmed: false },
			}
		},
	}
}

export const claimActs = {
	'confirm-claim': defineAct(productsApi['confirm-claim'], {
		does: 'confirms a marketing claim with evidence, so that the pages show it',
		log: 'Confirmed a marketing claim',
		roles: ['owner'],
		plan: planConfirmation,
	}),
	'withdraw-claim': defineAct(productsApi['withdraw-claim'], {
		does: 'withdraws a marketing claim, so that the pages no longer show it',
		log: 'Withdrew a marketing claim',
		roles: ['owner'],
		plan: planWithdrawal,
	}),
}

async function findClaim(admin: ClaimContext, id: string): Promise<ListedClaim> {
	const claim = (await listClaims(admin)).find((listed) => listed.id === id)
	if (claim === undefined) throw new DecisionError('This release of the shop has no such claim.')
	return claim
}

async function withdraw(tx: Transaction, id: string, by: string): Promise<number> {
	return await tx.execute(sql`
		update shop.claim_confirmations set withdrawn_by = ${by}, withdrawn_at = now()
		where claim = ${id} and withdrawn_at is null`)
}
