import { type Read, useRead } from '#admin/api/use-read.ts'
import type { Answer } from '#shared/admin/api.ts'

/** Asks who paid for a purchase on hold. Stripe knows, not the shop, so it may take a moment. */
export function usePayer(purchase: string, isOnHold = true): Read<Answer<'payer'>> {
	return useRead('payer', { purchase }, { enabled: isOnHold })
}

/** Says who paid; undefined if it is the address of the purchase's account, which is shown already. */
export function payerSentence(
	{ data, error }: Read<Answer<'payer'>>,
	account: string | null,
): string | undefined {
	if (data === undefined)
		return error === undefined ? 'Asking Stripe who paid …' : 'Who paid can’t be read just now.'
	return data.address !== null && data.address === account ? undefined : `Paid by ${data.words}.`
}
