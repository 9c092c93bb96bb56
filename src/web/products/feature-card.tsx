import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { BulletList } from '#web/ui/section.tsx'
import { ComingSoonActions } from './coming-soon-strip.tsx'
import { CardActions, CardFacts, useOpening } from './product-card.tsx'
import { PagesPicture } from './product-cover.tsx'

interface FeatureCardProps {
	product: ShelfProduct
	/** What it contains or will contain. */
	inside: readonly string[]
	/** Whether it is as wide as the page. */
	alone: boolean
	/** Whether its cover is the page's largest picture. */
	first: boolean
}

/** A product in a list of one or two, with a larger cover and a summary of its contents. */
export function FeatureCard({ product, inside, alone, first }: FeatureCardProps) {
	const { isOpening, open } = useOpening(product)
	const titleId = `product-${product.id}-title`
	return (
		<article
			id={`product-${product.id}`}
			aria-labelledby={titleId}
			className={`feature ${alone ? 'feature-alone' : ''}`}
		>
			<div className={`feature-cover ${isOpening ? 'moving-cover' : ''}`}>
				<PagesPicture product={product} first={first} sizes="(width < 40rem) 7rem, 15rem" />
			</div>
			<div>
				<CardFacts product={product} />
				<h2 id={titleId} className="mt-3 text-[1.3125rem] leading-tight sm:text-heading sm:leading-tight">
					{product.title}
				</h2>
				<p className="mt-3 text-soft max-sm:text-[1rem] max-sm:leading-snug">{product.description}</p>
			</div>
			<div className="feature-actions">
				{product.comingSoon ? (
					<ComingSoonActions product={product} />
				) : (
					<CardActions product={product} onOpen={open} />
				)}
			</div>
			<div className="feature-inside">
				<p className="margin-note">{product.comingSoon ? 'What’s planned' : 'What’s inside'}</p>
				<BulletList items={inside} className="mt-3 text-[1rem] leading-snug" />
			</div>
		</article>
	)
}
