import { useEffect, useState } from 'react'
import { automaticDownload, linkSeconds } from '#shared/file-links.ts'
import { type PurchaseStatus, purchaseStatuses } from '#shared/purchase-status.ts'
import { call, isStillSignedIn } from '#web/session/call.ts'
import { type Failure, noFailure } from '#web/session/failed-requests.ts'
import { textIn } from '#web/session/read-fields.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { signFile, startDownload } from '#web/shop/file-link.ts'
import { markOwned } from '#web/shop/owned.ts'
import { readRefusal } from '#web/shop/read-refusal.ts'
import { toast } from '#web/ui/toast.ts'

/** The states in which a purchase neither waits for its payment nor is delivered (docs/specification.md section 4). */
export type Ending = Exclude<PurchaseStatus, 'pending' | 'completed'>

export interface BoughtGuide {
	catalogueId: string
	title: string
	fileName: string | null
}

/** What the purchase is for: a guide or a bundle. */
export interface Bought {
	catalogueId: string
	name: string
	/** The guides of a bundle; empty for a single guide. */
	guides: readonly BoughtGuide[]
}

export type Confirmation =
	| { kind: 'completed'; bought: Bought; fileName: string | null }
	/** The payment is not confirmed, or the server could not be reached. Another request may succeed. */
	| { kind: 'pending'; bought: Bought | null; failure: Failure | null }
	| { kind: 'ended'; bought: Bought | null; status: Ending }
	| { kind: 'unknown-purchase'; failure: Failure }
	| { kind: 'signed-out' }
	| { kind: 'failed'; failure: Failure }

/** How far the page has come with the purchase. */
export type Stage =
	| { kind: 'processing' }
	/** Not confirmed yet; the page keeps asking. */
	| { kind: 'waiting' }
	/** Not confirmed after two minutes; the page has stopped asking. */
	| { kind: 'still-waiting'; failure: Failure }
	| { kind: 'delivered'; bought: Bought; url: string; fileName: string }
	/**
	 * A bundle is delivered. Each of its guides has a download button of its own, because browsers ask the visitor before they
	 * start several downloads.
	 */
	| { kind: 'delivered together'; bought: Bought }
	| { kind: 'ended'; status: Ending }
	| { kind: 'signed-out' }
	| { kind: 'stuck'; at: 'purchase' | 'file' | 'elsewhere'; failure: Failure }

interface PurchaseProgress {
	stage: Stage
	/** Null until the server has said what it is. */
	bought: Bought | null
	/** Starts another attempt. Can be called at any time. */
	tryAgain: () => void
}

/**
 * Confirms the payment and starts the download (docs/specification.md section 4) once the Checkout Session and the user are
 * known.
 */
export function usePurchase(checkoutSessionId: string | null, userId: string | null): PurchaseProgress {
	const [stage, setStage] = useState<Stage>({ kind: 'processing' })
	const [bought, setBought] = useState<Bought | null>(null)
	const [attempt, setAttempt] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt runs it again
	useEffect(() => {
		if (checkoutSessionId === null || userId === null) return
		const running = new AbortController()
		async function finish(checkoutSessionId: string, userId: string) {
			const confirmation = await pollUntilSettled({
				ask: async () => {
					const answer = await confirmPayment(checkoutSessionId)
					if ('bought' in answer && answer.bought !== null) setBought(answer.bought)
					return answer
				},
				signal: running.signal,
				onWait: () => setStage({ kind: 'waiting' }),
				changes: changesOf(userId, running.signal),
			})
			const reached = await stageAfter(confirmation)
			if (running.signal.aborted) return
			setStage(reached)
			if (reached.kind === 'delivered') {
				startDownload(reached.url, reached.fileName)
				toast.success(`Thank you for your purchase! ${reached.bought.name} is downloading now.`)
				markOwned(userId, reached.bought.catalogueId)
			} else if (reached.kind === 'delivered together') {
				toast.success(`Thank you for your purchase! ${reached.bought.name} is yours.`)
				for (const guide of reached.bought.guides) markOwned(userId, guide.catalogueId)
			} else if (reached.kind === 'stuck') {
				toastFailure(stuckTitles[reached.at], reached.failure, undefined, { contact: true })
			}
		}
		setStage({ kind: 'processing' })
		void finish(checkoutSessionId, userId)
		return () => running.abort()
	}, [checkoutSessionId, userId, attempt])

	return { stage, bought, tryAgain: () => setAttempt((last) => last + 1) }
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
			return confirmation.bought.guides.length > 0
				? { kind: 'delivered together', bought: confirmation.bought }
				: await linkTo(confirmation.bought, confirmation.fileName)
		case 'pending':
			return { kind: 'still-waiting', failure: confirmation.failure ?? noFailure }
		case 'unknown-purchase':
			return { kind: 'stuck', at: 'purchase', failure: confirmation.failure }
		case 'failed':
			return { kind: 'stuck', at: 'elsewhere', failure: confirmation.failure }
		case 'ended':
			return { kind: 'ended', status: confirmation.status }
		default:
			return confirmation
	}
}

async function linkTo(bought: Bought, fileName: string | null): Promise<Stage> {
	if (fileName === null) return { kind: 'stuck', at: 'file', failure: noFailure }
	const signed = await signFile(fileName, linkSeconds.afterPayment, { downloadAs: fileName })
	if (signed.kind === 'signed')
		return { kind: 'delivered', bought, url: `${signed.url}&${automaticDownload}=1`, fileName }
	return { kind: 'stuck', at: signed.kind === 'failed' ? 'elsewhere' : 'file', failure: signed.failure }
}

/** Asks the server to check with the payment provider whether the Checkout Session has been paid. */
async function confirmPayment(checkoutSessionId: string): Promise<Confirmation> {
	const { answer, failure } = await call('/functions/v1/confirm-payment', (supabase) =>
		supabase.functions.invoke('confirm-payment', { body: { sessionId: checkoutSessionId } }),
	)
	if (failure.unreachable) return { kind: 'pending', bought: null, failure }
	if (answer === null) return { kind: 'failed', failure }
	if (answer.error === null) return readConfirmation(answer.data) ?? { kind: 'failed', failure }

	const { status, code } = await readRefusal(answer.error)
	if (status === 401) return (await isStillSignedIn()) ? { kind: 'failed', failure } : { kind: 'signed-out' }
	// Only the shop itself knows that there is no such purchase. Any other refusal may be a fault on the way.
	if (code === 'purchase_not_found' || code === 'validation_failed')
		return { kind: 'unknown-purchase', failure }
	if (status === 429 || status === 503) return { kind: 'pending', bought: null, failure }
	return { kind: 'failed', failure }
}

/** Reads the body of a response with status 200. Returns null if it is not a known confirmation. */
export function readConfirmation(body: unknown): Confirmation | null {
	if (typeof body !== 'object' || body === null || !('status' in body)) return null
	const bought = readBought(body)
	const status = purchaseStatuses.find((known) => known === body.status)
	if (status === undefined) return null
	if (status === 'completed') return bought && { kind: status, bought, fileName: textIn(body, 'fileName') }
	if (status === 'pending') return { kind: status, bought, failure: null }
	return { kind: 'ended', bought, status }
}

function readBought(body: object): Bought | null {
	const [name, catalogueId] = [textIn(body, 'productName'), textIn(body, 'catalogueId')]
	if (name === null || catalogueId === null) return null
	// A single guide is described by the other fields.
	const all = 'guides' in body && Array.isArray(body.guides) ? body.guides.flatMap(readGuide) : []
	return { name, catalogueId, guides: all.length > 1 ? all : [] }
}

function readGuide(guide: unknown): BoughtGuide[] {
	const [catalogueId, title] = [textIn(guide, 'catalogueId'), textIn(guide, 'title')]
	return catalogueId === null || title === null
		? []
		: [{ catalogueId, title, fileName: textIn(guide, 'fileName') }]
}

/** Returns the changes to the user’s purchases. Watching begins when a caller first waits for a change. */
function changesOf(userId: string, signal: AbortSignal): Changes {
	let resolveNext: () => void = () => undefined
	let watching: typeof import('#web/shop/watch-purchases.ts') | undefined
	let watches = false
	async function watch(): Promise<void> {
		watching = await import('#web/shop/watch-purchases.ts')
		if (signal.aborted) return
		signal.addEventListener(
			'abort',
			watching.watchPurchases(userId, () => resolveNext()),
		)
	}
	return {
		isLive: () => watching?.isLive() ?? false,
		next: () => {
			if (!watches) void watch().catch(() => undefined)
			watches = true
			return new Promise<void>((resolve) => {
				resolveNext = resolve
			})
		},
	}
}

/** For how many milliseconds the page keeps asking. */
export const patience = 120_000
const pauses = [1_000, 2_000, 3_000, 5_000, 8_000]
const longestPause = 10_000
const longestPauseIfLive = 30_000

/** The changes to the user’s purchases, as the server sends them. */
interface Changes {
	/** Whether the server is currently sending changes. */
	isLive: () => boolean
	/** Resolves with the next change. */
	next: () => Promise<void>
}

interface PollOptions {
	ask: () => Promise<Confirmation>
	signal: AbortSignal
	/** Called before each pause. */
	onWait: () => void
	changes?: Changes
}

/**
 * Asks until the payment is no longer pending or `patience` runs out. It asks whenever the purchase changes, and also after
 * growing pauses, in case the report of a change is lost. Returns the last answer.
 */
export async function pollUntilSettled({ ask, signal, onWait, changes }: PollOptions): Promise<Confirmation> {
	let waited = 0
	for (let asked = 0; ; asked++) {
		const confirmation = await ask()
		if (confirmation.kind !== 'pending' || signal.aborted || waited >= patience) return confirmation
		onWait()
		const changed = changes?.next() ?? new Promise<void>(() => undefined)
		const since = performance.now()
		await Promise.race([sleep(pauses[asked] ?? longestPause, signal), changed])
		// The pause is longer while there is a live connection, over which the server announces each change. Asking more often
		// would help only if the provider never sent its event.
		if (changes?.isLive())
			await Promise.race([sleep(longestPauseIfLive - (performance.now() - since), signal), changed])
		if (signal.aborted) return confirmation
		waited += performance.now() - since
	}
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, milliseconds)
		signal.addEventListener('abort', () => {
			clearTimeout(timer)
			resolve()
		})
	})
}
