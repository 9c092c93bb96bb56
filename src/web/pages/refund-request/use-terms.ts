import { useCallback, useEffect, useState } from 'react'
import type { RefundTerms } from '#shared/refund-terms.ts'
import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failed-requests.ts'

type Terms = { kind: 'loaded'; purchases: RefundTerms[] } | { kind: 'failed'; failure: Failure }

/** Loads what the user may ask for about their purchases; `terms` is null until then. */
export function useTerms(userId: string | null) {
	const [terms, setTerms] = useState<Terms | null>(null)

	const load = useCallback(() => {
		if (userId === null) return
		void readTerms().then(setTerms)
	}, [userId])
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

async function readTerms(): Promise<Terms> {
	const { answer, failure } = await call('/functions/v1/refund-terms', (supabase) =>
		supabase.functions.invoke<{ purchases: RefundTerms[] }>('refund-terms', { body: {} }),
	)
	return answer?.data == null
		? { kind: 'failed', failure }
		: { kind: 'loaded', purchases: answer.data.purchases }
}
