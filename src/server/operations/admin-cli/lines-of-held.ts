import type { Held } from '#server/shop/sales/list-held.ts'
import { formatPounds } from '#shared/money.ts'

export function linesOfHeld({ held }: Held): string[] {
	if (held.length === 0) return ['Nothing is on hold.']
	return held.map(({ purchase_id, product, paid_pence, buyer, reason }) => {
		const paid = paid_pence === null ? '' : `${formatPounds(paid_pence)} for `
		return `${purchase_id}  ${paid}${product}, ${buyer}: ${reason}`
	})
}
