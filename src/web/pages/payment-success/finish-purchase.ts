import { type Failure, noFailure } from '#web/session/failures.ts'
import { signFile } from '#web/shop/sign-file.ts'
import { startDownload } from '#web/shop/start-download.ts'
import { whyUnavailable } from '#web/shop/working-link.ts'
import { askUntilSettled } from './ask-until-settled.ts'
import { confirmPayment, type Ending } from './confirm-payment.ts'
import { findPurchase } from './find-purchase.ts'

/** Where the visitor's purchase stands. */
export type Stage =
	| { kind: 'processing' }
	/** Not confirmed yet; the page goes on asking. */
	| { kind: 'waiting' }
	/** Not confirmed after two minutes; the page has stopped asking. */
	| { kind: 'still-waiting'; failure: Failure }
	| { kind: 'delivered'; productName: string; catalogueId: string; url: string; fileName: string }
	| { kind: 'ended'; ending: Ending }
	| { kind: 'signed-out' }
	| { kind: 'stuck'; at: 'purchase' | 'file' | 'elsewhere'; failure: Failure }

const linkSeconds = 300

interface FinishOptions {
	sessionId: string
	userId: string
	/** Stops it; after that nothing is told and no download starts. */
	signal: AbortSignal
	tell: (stage: Stage) => void
}

/** From "the buyer is back" to "the file is on its way" (docs/specification.md section 4). Safe to run again at any time. */
export async function finishPurchase({ sessionId, userId, signal, tell }: FinishOptions): Promise<void> {
	const stage = await reachStage(sessionId, userId, signal, tell)
	if (signal.aborted) return
	if (stage.kind === 'delivered') startDownload(stage.url, stage.fileName)
	tell(stage)
}

async function reachStage(
	sessionId: string,
	userId: string,
	signal: AbortSignal,
	tell: (stage: Stage) => void,
): Promise<Stage> {
	const confirmation = await askUntilSettled({
		ask: () => confirmPayment(sessionId),
		signal,
		onWait: () => tell({ kind: 'waiting' }),
	})
	switch (confirmation.kind) {
		case 'completed':
			return deliver(sessionId, userId)
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

async function deliver(sessionId: string, userId: string): Promise<Stage> {
	const found = await findPurchase(sessionId, userId)
	if (found.kind === 'missing') return { kind: 'stuck', at: 'purchase', failure: found.failure }
	const { productName, product } = found
	if (product?.pdfFileName == null) return { kind: 'stuck', at: 'file', failure: noFailure }

	const fileName = product.pdfFileName
	const signed = await signFile(fileName, linkSeconds, fileName)
	if (signed.kind !== 'signed') {
		return { kind: 'stuck', at: signed.kind === 'refused' ? 'file' : 'elsewhere', failure: signed.failure }
	}
	const refusal = await whyUnavailable(signed.url)
	if (refusal !== null) return { kind: 'stuck', at: 'file', failure: refusal }
	return { kind: 'delivered', productName, catalogueId: product.id, url: signed.url, fileName }
}
