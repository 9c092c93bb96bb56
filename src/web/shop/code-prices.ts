import { useEffect, useSyncExternalStore } from 'react'
import { nounOf } from '#shared/bundle-id.ts'
import { isRecord } from '#shared/json.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { call } from '#web/session/call.ts'
import { readRefusal } from './read-refusal.ts'

/** What a guide or a bundle costs with the code of a link, or a sentence about why the code doesn't count. */
type Answer =
	| { kind: 'price'; code: string; pricePence: number; pricePenceWithCode: number }
	| { kind: 'refused'; sentence: string }

const answers = new Map<string, Answer>()
/** For whom each price has been asked: a customer may have used a code before. */
const asked = new Map<string, string | null>()
const listeners = new Set<() => void>()

/** Returns the answer of the shop, once for all places that show this price; undefined until there is one. */
export function useCodePrice(productId: string, code: string): Answer | undefined {
	const { user, loading } = useAuth()
	const userId = user?.id ?? null
	useEffect(() => {
		if (!loading) void ask(productId, code, userId)
	}, [productId, code, userId, loading])
	return useSyncExternalStore(subscribe, () => answers.get(keyOf(productId, code)))
}

/** Returns whether the page has said that the code doesn't count, so that the guide is bought at its normal price. */
export function isRefused(productId: string, code: string): boolean {
	return answers.get(keyOf(productId, code))?.kind === 'refused'
}

/** Records that the code doesn't count, which the page then says. */
export function refuseCode(productId: string, code: string, sentence: string): void {
	keep(keyOf(productId, code), { kind: 'refused', sentence })
}

async function ask(productId: string, code: string, userId: string | null): Promise<void> {
	const key = keyOf(productId, code)
	if (asked.get(key) === userId) return
	asked.set(key, userId)
	const { answer } = await call('/functions/v1/price-with-code', (supabase) =>
		supabase.functions.invoke('price-with-code', { body: { productId, code } }),
	)
	const refusal = answer?.error ? await readRefusal(answer.error) : null
	// Only these sentences are about the code.
	const isAboutCode = refusal !== null && codeRefusals.includes(refusal.code ?? '')
	const sentence = (isAboutCode ? refusal.message : null) ?? notChecked(productId)
	keep(key, readPrice(answer?.data) ?? { kind: 'refused', sentence })
}

/** The server's codes of what is wrong with a discount code. */
export const codeRefusals: readonly string[] = ['unknown_code', 'code_not_usable']

const notChecked = (productId: string) =>
	`The code in this link can’t be checked just now, so this ${nounOf(productId)} is at its normal price.`

function readPrice(data: unknown): Answer | null {
	if (!isRecord(data)) return null
	const { code, pricePence, pricePenceWithCode } = data
	if (typeof code !== 'string' || typeof pricePence !== 'number' || typeof pricePenceWithCode !== 'number')
		return null
	return { kind: 'price', code, pricePence, pricePenceWithCode }
}

function keyOf(productId: string, code: string): string {
	return `${productId} ${code}`
}

function keep(key: string, answer: Answer): void {
	answers.set(key, answer)
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}
