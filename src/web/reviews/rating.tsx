import type { ReactNode } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'

interface RatingProps {
	product: Pick<ShelfProduct, 'rating'>
	as?: 'div' | 'li' | 'p' | 'span'
	className?: string
	/** Renders the text of the rating. By default, shows the text alone. */
	children?: (rating: string) => ReactNode
}

/** Shows a product's rating, if it has one. */
export function Rating({
	product: { rating },
	as: Element = 'div',
	className,
	children = (text) => text,
}: RatingProps) {
	return rating === null ? null : <Element className={className}>{children(rating)}</Element>
}
