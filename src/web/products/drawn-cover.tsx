import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'

const cloth: Readonly<Record<Category, string>> = {
	Career: 'bg-[#1d4c63]',
	Finance: 'bg-[#37592b]',
	Money: 'bg-[#7a4510]',
	Academic: 'bg-[#4d3c77]',
	Business: 'bg-[#85283e]',
}

/** The cover of a guide that is not printed yet: its title on the cloth of its category. Decoration beside the real title. */
export function DrawnCover({ product, className = '' }: { product: ShelfProduct; className?: string }) {
	return (
		<div
			aria-hidden="true"
			className={`@container flex aspect-[9/16] flex-col justify-between overflow-hidden p-[9%] text-leaf shadow-leaf ${cloth[product.category]} ${className}`}
		>
			<p className="font-display text-[11cqw] leading-[1.08] font-bold tracking-[-0.02em]">
				{product.shortTitle}
			</p>
			<p className="border-t border-current pt-[5%] font-display text-[9cqw] font-medium">Headstart</p>
		</div>
	)
}
