import type { ReactNode } from 'react'
import { formatPounds } from '#shared/money.ts'
import { useCodePrice } from './code-prices.ts'

interface CodePriceProps {
	productId: string
	code: string
	/** Whether the button is beside it, as in the buy box. */
	isBeside: boolean
	/** The normal price, which is shown until the shop has answered, and if the code doesn't count. */
	children: ReactNode
}

/** So narrow that the button of the buy box stays beside it on a phone. */
const beside = 'w-48 max-w-full wrap-anywhere'

/** Shows what a guide or a bundle costs with the code of a link: exactly what the checkout then charges. */
export function CodePrice({ productId, code, isBeside, children }: CodePriceProps) {
	const answer = useCodePrice(productId, code)
	if (answer === undefined) return children
	const quiet = isBeside ? 'text-label text-soft' : undefined
	if (answer.kind === 'refused')
		return (
			<>
				{children}
				<span
					role="status"
					className={`margin-note mt-1 block text-soft ${isBeside ? beside : 'max-w-measure'}`}
				>
					{answer.sentence}
				</span>
			</>
		)
	return (
		<span role="status" className={isBeside ? `block ${beside}` : undefined}>
			<span className={quiet}>
				{formatPounds(answer.pricePence)}
				<span className="sr-only">, or</span> <span aria-hidden="true">→ </span>
			</span>
			<strong className={isBeside ? 'text-heading font-bold' : 'font-bold'}>
				{formatPounds(answer.pricePenceWithCode)}
			</strong>
			<span className={quiet}> with {answer.code}</span>
		</span>
	)
}
