import type { Database, Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { ProviderFailure } from '#server/shop/payment-provider.ts'
import { dayMs } from '#shared/clock.ts'

interface Refusal {
	catalogueId: string
	failure: ProviderFailure
	now: Date
}

const longestReason = 500

/** Records that the provider refused to open a checkout. Enough refusals in a short time alert the owner. */
export async function recordRefusedCheckout(
	database: Pick<Database, 'asServer'>,
	{ catalogueId, failure, now }: Refusal,
): Promise<void> {
	await database.asServer(async (tx) => {
		await tx.execute(sql`
			insert into shop.refused_checkouts (catalogue_id, reason, refused_at)
			values (${catalogueId}, ${reasonOf(failure)}, ${now})`)
		await tx.execute(
			sql`delete from shop.refused_checkouts where refused_at < ${new Date(now.getTime() - dayMs)}`,
		)
	})
}

/**
 * Forgets the refusals of a product, now that the provider has opened a checkout of it again, and those of other products for the
 * same reason, which is no longer there.
 */
export async function forgetRefusedCheckouts(tx: Transaction, purchaseId: string): Promise<void> {
	await tx.execute(sql`
		with opened as (
			delete from shop.refused_checkouts
			where catalogue_id = (select catalogue_id from public.purchases where id = ${purchaseId}) returning reason
		)
		delete from shop.refused_checkouts where reason in (select reason from opened)`)
}

/** Returns the provider's own sentence, without addresses, because the alert about it names no buyer. */
function reasonOf({ cause }: ProviderFailure): string {
	const sentence = cause instanceof Error ? cause.message : String(cause)
	return sentence.replace(/[^\s'"<>(]+@[^\s'"<>)]+/g, '…').slice(0, longestReason)
}

/** Selects the refusals of the last day if three of them came within five minutes. */
export function refusalsInSeries(now: Date): Sql {
	return sql`
		select count(*)::integer as refusals, min(refused_at) as since, (array_agg(reason order by refused_at desc))[1] as reason
		from (
			select refused_at, reason, refused_at - lag(refused_at, 2) over (order by refused_at) as span
			from shop.refused_checkouts where refused_at > ${new Date(now.getTime() - dayMs)}
		) refused
		having bool_or(span <= interval '5 minutes')`
}
