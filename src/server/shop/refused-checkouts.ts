import type { Database, Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { ProviderFailure } from '#server/shop/payment-provider.ts'
import { dayMs } from '#shared/clock.ts'

interface StripeRefusal {
	/** The pending purchase: all presses of one buyer for one product have the same. Undefined if it is not known. */
	purchaseId?: string | null
	catalogueId: string
	failure: ProviderFailure
	now: Date
}

const longestReason = 500

/** The time within which three refusals alert the owner. */
const seriesMs = 5 * 60_000
const series = sql`make_interval(secs => ${seriesMs / 1000})`

/**
 * Records that the provider refused to open a checkout. Enough refusals in a short time alert the owner. Further presses of one
 * buyer for one product don't count if they show nothing about the shop: if the provider blames the buyer's email address, or has
 * just opened a checkout of the same product for another buyer. A checkout of another product doesn't rule out that this one can't
 * be sold, and in a shop with few buyers only one may be there to show it.
 */
export async function recordRefusedCheckout(
	database: Pick<Database, 'asServer'>,
	{ purchaseId = null, catalogueId, failure, now }: StripeRefusal,
): Promise<void> {
	const since = new Date(now.getTime() - seriesMs)
	await database.asServer(async (tx) => {
		// Presses at the same moment wait for each other, so that each sees those before it.
		await tx.execute(sql`select from public.purchases where id = ${purchaseId} for no key update`)
		await tx.execute(sql`
			insert into shop.refused_checkouts (purchase_id, catalogue_id, reason, refused_at)
			select ${purchaseId}, ${catalogueId}, ${reasonOf(failure)}, ${now}
			where not exists (select from shop.refused_checkouts where purchase_id = ${purchaseId} and refused_at > ${since})
			or not (${failure.blamesBuyer} or exists (
				select from public.purchases buyers join public.purchases other using (catalogue_id)
				join shop.checkouts on checkouts.purchase_id = other.id
				where buyers.id = ${purchaseId} and other.user_id is distinct from buyers.user_id
				and checkouts.session_id is not null and other.created_at > now() - ${series}
			))`)
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
		having bool_or(span <= ${series})`
}
