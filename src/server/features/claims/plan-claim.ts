import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { alreadyWithdrawn } from '#server/shop/errors.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { type Decided, DecisionError, type Plan } from '#server/shop/plan.ts'
import { type ListedClaim, listClaims } from './read-claims.ts'

interface ClaimContext {
	database: Database
	/** The ids of the claims that the settings show. */
	shown: readonly string[]
}

/**
 * Plans to confirm a marketing claim, so that pages show it. If the claim is confirmed already, the new evidence replaces the old
 * evidence, which stays on record.
 */
export async function planConfirmation(
	context: ClaimContext,
	{ id, evidence: written }: { id: string; evidence: string },
	decided: Decided,
): Promise<Plan<null>> {
	const claim = await findClaim(context, id)
	const { words, confirmation, isReplaced } = claim
	const evidence = written.trim()
	if (evidence === '') throw new DecisionError('Say what proves it.')
	const stands = confirmation !== undefined && !confirmation.isOfOtherWords
	return {
		will:
			stands && confirmation.evidence === evidence
				? []
				: [
						isReplaced
							? `Records that “${words}” is true. The pages still show the reviews, which have replaced this rating.`
							: isShown(claim)
								? `Records that “${words}” is true. The pages already show it.`
								: `Shows “${words}” on the pages within about ten seconds.`,
						confirmation === undefined
							? 'Records your evidence with your name and the date. You will need it if a regulator asks: a claim that isn’t true is an offence.'
							: `Replaces the evidence that ${confirmation.by} gave, which stays on record.`,
					],
		act: async () =>
			await context.database.asServer(async (tx) => {
				await withdraw(tx, id, decided)
				const added = await tx.execute(sql`
					insert into shop.claim_confirmations (claim, words, evidence, confirmed_by)
					values (${id}, ${words}, ${evidence}, ${decided.by}) on conflict do nothing`)
				if (added === 0) throw new DecisionError('Somebody else has already confirmed it.')
				await recordAct(tx, {
					command: 'confirm-claim',
					...decided,
					details: { claim: id },
					before: { confirmed: stands },
					after: { confirmed: true },
				})
				return null
			}),
	}
}

/** Plans to withdraw the confirmation of a marketing claim, which takes the claim off the pages. */
export async function planWithdrawal(
	context: ClaimContext,
	id: string,
	decided: Decided,
): Promise<Plan<null>> {
	const { words, confirmation, shownBySettings } = await findClaim(context, id)
	return {
		will:
			confirmation === undefined
				? []
				: [
						shownBySettings
							? `Withdraws the confirmation of “${words}”. The pages still show it, because the shop’s settings confirm it as well.`
							: `Takes “${words}” off the pages within about ten seconds.`,
						`The evidence that ${confirmation.by} gave stays on record.`,
					],
		act: async () =>
			await context.database.asServer(async (tx) => {
				if ((await withdraw(tx, id, decided)) === 0) throw alreadyWithdrawn()
				await recordAct(tx, {
					command: 'withdraw-claim',
					...decided,
					details: { claim: id },
					before: { confirmed: true },
					after: { confirmed: false },
				})
				return null
			}),
	}
}

/** Returns whether the pages may show a claim. */
export function isShown({ confirmation, shownBySettings }: ListedClaim): boolean {
	return shownBySettings || (confirmation !== undefined && !confirmation.isOfOtherWords)
}

async function findClaim({ database, shown }: ClaimContext, id: string): Promise<ListedClaim> {
	const claim = (await listClaims(database, shown)).find((listed) => listed.id === id)
	if (claim === undefined) throw new DecisionError('This release of the shop has no such claim.')
	return claim
}

async function withdraw(tx: Transaction, id: string, { by }: Decided): Promise<number> {
	return await tx.execute(sql`
		update shop.claim_confirmations set withdrawn_by = ${by}, withdrawn_at = now()
		where claim = ${id} and withdrawn_at is null`)
}
