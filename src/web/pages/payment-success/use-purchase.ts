import { useEffect, useState } from 'react'
import { toastFailure } from '#web/session/failure-toast.tsx'
import { markOwned } from '#web/shop/owned.ts'
import { toast } from '#web/ui/toast.ts'
import { finishPurchase, type Stage } from './finish-purchase.ts'

/** Finishes the purchase once both are known, and how to begin anew. */
export function usePurchase(
	sessionId: string | null,
	userId: string | null,
): [stage: Stage, again: () => void] {
	const [stage, setStage] = useState<Stage>({ kind: 'processing' })
	const [attempt, setAttempt] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new run
	useEffect(() => {
		if (sessionId === null || userId === null) return
		const running = new AbortController()
		function tell(next: Stage) {
			if (running.signal.aborted) return
			setStage(next)
			announce(next)
			if (next.kind === 'delivered' && userId !== null) markOwned(userId, next.catalogueId)
		}
		setStage({ kind: 'processing' })
		void finishPurchase({ sessionId, userId, signal: running.signal, tell })
		return () => running.abort()
	}, [sessionId, userId, attempt])

	return [stage, () => setAttempt((last) => last + 1)]
}

/** The toasts of docs/specification.md section 8. */
function announce(stage: Stage): void {
	if (stage.kind === 'delivered') {
		toast.success(`Thank you for your purchase! ${stage.productName} is downloading now.`)
	}
	if (stage.kind === 'stuck') toastFailure(stuckWords[stage.at], stage.failure, undefined, { contact: true })
}

const stuckWords = {
	purchase: 'Could not find your purchase. Please contact support.',
	file: 'Product file not found. Please contact support.',
	elsewhere: 'Error processing your purchase. Please contact support.',
} as const
