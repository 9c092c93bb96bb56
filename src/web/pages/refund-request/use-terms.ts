import { useCallback, useEffect, useState } from 'react'
import type { DataRequest, RefundTerms } from '#shared/refund-terms.ts'
import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failed-requests.ts'
import { readRefusal } from '#web/shop/read-refusal.ts'

type Terms =
	| { kind: 'loaded'; purchases: RefundTerms[]; data: DataRequest[]; isAboutData: boolean }
	| { kind: 'failed'; failure: Failure }
	/** The link is unknown or has expired. */
	| { kind: 'dead' }

/**
 * Loads what a buyer may ask for about their purchases, or about the one of an emailed link; `terms` is null until then. Loads nothing
 * until it is known `who` asks.
 */
export function useTerms(who: string | null, link: string | null) {
	const [terms, setTerms] = useState<Terms | null>(null)

	const load = useCallback(() => {
		if (who !== null) void readTerms(link).then(setTerms)
	}, [who, link])
	useEffect(load, [load])

	/** Shows what the shop has answered about one purchase. */
	function replace(changed: RefundTerms) {
		setTerms((shown) =>
			shown?.kind !== 'loaded'
				? shown
				: {
						...shown,
						purchases: shown.purchases.map((one) => (one.purchaseId === changed.purchaseId ? changed : one)),
					},
		)
	}
	return { terms, load, replace }
}

interface Answer {
	purchases: RefundTerms[]
	data?: DataRequest[]
	isAboutData?: boolean
}

async function readTerms(link: string | null): Promise<Terms> {
	const { answer, failure } = await call('/functions/v1/refund-terms', (supabase) =>
		supabase.functions.invoke<Answer>('refund-terms', {
			body: link === null ? {} : { link },
		}),
	)
	if (answer?.data != null) {
		// A server of the last version says nothing of data.
		const { purchases, data = [], isAboutData = false } = answer.data
		return { kind: 'loaded', purchases, data, isAboutData }
	}
	const { status } = link === null ? { status: null } : await readRefusal(answer?.error)
	return status === 400 || status === 403 ? { kind: 'dead' } : { kind: 'failed', failure }
}
