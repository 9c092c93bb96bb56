import { useEffect, useState } from 'react'
import { type Failure, noFailure } from '#web/session/failed-requests.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { signFile, startDownload } from '#web/shop/file-link.ts'
import { markOwned } from '#web/shop/owned.ts'
import { toast } from '#web/ui/toast.ts'
import { type Confirmation, confirmPayment, type Ending, pollUntilSettled } from './confirm-payment.ts'

/** How far the page has come with the purchase. */
export type Stage =
	| { kind: 'processing' }
	/** Not confirmed yet; the page keeps asking. */
	| { kind: 'waiting' }
	/** Not confirmed after two minutes; the page has stopped asking. */
	| { kind: 'still-waiting'; failure: Failure }
	| { kind: 'delivered'; productName: string; catalogueId: string; url: string; fileName: string }
	| { kind: 'ended'; ending: Ending }
	| { kind: 'signed-out' }
	| { kind: 'stuck'; at: 'purchase' | 'file' | 'elsewhere'; failure: Failure }

const linkSeconds = 300

/**
 * Confirms the payment and starts the download (docs/specification.md section 4) once the session and the user are known. Also
 * returns how to try again, which is safe at any time.
 */
export function usePurchase(
	sessionId: string | null,
	userId: string | null,
): [stage: Stage, tryAgain: () => void] {
	const [stage, setStage] = useState<Stage>({ kind: 'processing' })
	const [attempt, setAttempt] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt runs it again
	useEffect(() => {
		if (sessionId === null || userId === null) return
		const running = new AbortController()
		async function finish(session: string, user: string) {
			const confirmation = await pollUntilSettled({
				ask: () => confirmPayment(session),
				signal: running.signal,
				onWait: () => setStage({ kind: 'waiting' }),
			})
			const reached = await stageAfter(confirmation)
			if (running.signal.aborted) return
			setStage(reached)
			if (reached.kind === 'delivered') {
				startDownload(reached.url, reached.fileName)
				toast.success(`Thank you for your purchase! ${reached.productName} is downloading now.`)
				markOwned(user, reached.catalogueId)
			} else if (reached.kind === 'stuck') {
				toastFailure(stuckTitles[reached.at], reached.failure, undefined, { contact: true })
			}
		}
		setStage({ kind: 'processing' })
		void finish(sessionId, userId)
		return () => running.abort()
	}, [sessionId, userId, attempt])

	return [stage, () => setAttempt((last) => last + 1)]
}

/** The toasts of docs/specification.md section 8. */
const stuckTitles = {
	purchase: 'Could not find your purchase. Please contact support.',
	file: 'Product file not found. Please contact support.',
	elsewhere: 'Error processing your purchase. Please contact support.',
} as const

async function stageAfter(confirmation: Confirmation): Promise<Stage> {
	switch (confirmation.kind) {
		case 'completed':
			return await linkTo(confirmation)
		case 'pending':
			return { kind: 'still-waiting', failure: confirmation.failure ?? noFailure }
		case 'unknown-purchase':
			return { kind: 'stuck', at: 'purchase', failure: confirmation.failure }
		case 'failed':
			return { kind: 'stuck', at: 'elsewhere', failure: confirmation.failure }
		default:
			return confirmation
	}
}

async function linkTo({
	productName,
	catalogueId,
	fileName,
}: Extract<Confirmation, { kind: 'completed' }>): Promise<Stage> {
	if (fileName === null) return { kind: 'stuck', at: 'file', failure: noFailure }
	const signed = await signFile(fileName, linkSeconds, fileName)
	if (signed.kind === 'signed')
		return { kind: 'delivered', productName, catalogueId, url: signed.url, fileName }
	return { kind: 'stuck', at: signed.kind === 'failed' ? 'elsewhere' : 'file', failure: signed.failure }
}
