import { z } from 'zod'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { foldText } from '#shared/fold-text.ts'

// What members and operators type to name an account or a purchase.

/**
 * Returns typed text in the form of stored addresses. Phones write curly apostrophes into it, some other keyboards wide letters, and
 * what is copied from an email has a name, brackets or a comma around the address.
 */
export function typedAddress(text: string): string {
	const written = text.normalize('NFKC').toLowerCase().replace(/[‘’ʼ]/g, "'").trim()
	const [, copied] = /(?:^|<|^mailto:)([^\s<>:@]+@[^\s<>:@]*[\p{L}\d])[>.,;:]*$/u.exec(written) ?? []
	return copied ?? written
}

/** Returns the text as an id; null if it isn't one. */
export function idIn(text: string): string | null {
	return z.uuid().safeParse(text.toLowerCase()).data ?? null
}

/**
 * Returns the condition that a receipt has this number, which may be written without its zeros or its hyphen (`HS-2`, `hs 2`), with
 * its zeros alone (`000002`), or among words (`Receipt no. HS-000002.`).
 */
export function isReceipt(text: string): Sql {
	const folded = foldText(text).trim()
	const alone = /^#?0+(\d{1,18})$/.exec(folded)
	const named = [...folded.matchAll(/(?<![\p{L}\d])hs[\s-]*0*(\d{1,18})(?![\p{L}\d])/gu)]
	const isPadded = alone !== null && folded.replace('#', '').length >= paddedDigits
	const serial = isPadded ? alone[1] : named.length === 1 ? named[0]?.[1] : undefined
	return sql`serial = ${serial ?? null}::bigint`
}

/** How many digits a receipt is written with at least. */
const paddedDigits = 6

/**
 * Selects the ids of the purchases with this receipt, or with the whole id of the purchase or of its Checkout Session, payment,
 * refund or dispute. There is one `select` for each index: if the conditions were joined by `or`, PostgreSQL would read all
 * purchases.
 */
export function purchasesNamed(text: string): Sql {
	return sql`
		select purchase_id from public.receipts where ${isReceipt(text)}
		union all select id from public.purchases where id = ${idIn(text)}
		union all select id from public.purchases where stripe_session_id = ${text}
		union all select purchase_id from shop.checkouts where payment_intent_id = ${text}
		union all select purchase_id from public.refunds where id = ${text}
		union all select c.purchase_id from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
			where d.id = ${text}`
}

/** At most this many purchases are read for one part of an id. */
const mostFound = 20

/**
 * Selects the ids of the purchases that have this text as a part of one of their ids, as shown where there is no room for all of
 * it. The first statement looks at the beginnings, for which there are indexes, and the second anywhere, for which there are none:
 * each is for a text for which nothing before it has found anything. Returns none if the text is most likely a word.
 */
export function purchasesNamedInPart(text: string): Sql[] {
	const part = text.replace(/^(…|\.{2,3})|(…|\.{2,3})$/g, '').trim()
	const isOfStripe = /^(pi|cs|re|pyr|dp|du)_\w{4,}$/i.test(part)
	// Some parts of ids contain no digit.
	if (!isOfStripe && !/^((?=.*\d)[\w-]{8,}|[\w-]{10,})$/.test(part)) return []
	const pattern = `%${escapePattern(part.toLowerCase())}%`
	return [
		sql`${withIdsLike(pattern.slice(1))} union all (
			select id from public.purchases where id between ${filledUp(part, '0')} and ${filledUp(part, 'f')} limit ${mostFound}
		)`,
		sql`${withIdsLike(pattern)} union all (select id from public.purchases where id::text like ${pattern} limit ${mostFound})`,
	]
}

function withIdsLike(pattern: string): Sql {
	return sql`
		(select id from public.purchases where lower(stripe_session_id) like ${pattern} limit ${mostFound})
		union all (select purchase_id from shop.checkouts where lower(payment_intent_id) like ${pattern} limit ${mostFound})
		union all (select purchase_id from public.refunds where lower(id) like ${pattern} limit ${mostFound})
		union all (
			select c.purchase_id from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
			where lower(d.id) like ${pattern} limit ${mostFound}
		)`
}

/** Fills the beginning of a purchase's id up with a digit; null if no id begins like this. */
function filledUp(part: string, digit: '0' | 'f'): string | null {
	const whole = '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit)
	return z.guid().safeParse(part.toLowerCase() + whole.slice(part.length)).data ?? null
}

/** Escapes what `like` would take for a placeholder. */
export function escapePattern(text: string): string {
	return text.replace(/[\\%_]/g, '\\$&')
}
