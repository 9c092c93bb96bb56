import { callFunction } from '#web/session/call-function.ts'
import { toastFailure } from '#web/session/toasts.tsx'

/** Asks to be told when a product is out. If it `failed`, the visitor has seen a message. */
export async function requestNotice(
	email: string,
	productId: string,
): Promise<'sent' | 'bad-address' | 'not-awaited' | 'failed'> {
	const { status, failure } = await callFunction('request-release-notice', { email, productId })
	if (status === 200) return 'sent'
	if (status === 400) return 'bad-address'
	if (status === 404) return 'not-awaited'
	const wait = status === 429 ? 'We’ve had many requests at once. Please try again in an hour.' : undefined
	toastFailure('Not sent yet', failure, wait ?? 'Please try again in a moment.')
	return 'failed'
}
