import type { Category } from '#shared/catalogue-schema.ts'

/** The name of a category beside a spot of its colour. */
export function CategoryMark({ category }: { category: Category }) {
	return (
		<span className="inline-flex items-center gap-2 font-display text-note font-semibold">
			<span aria-hidden="true" className={`size-2.5 ${categoryFill[category]}`} />
			{category}
		</span>
	)
}

export const categoryFill: Readonly<Record<Category, string>> = {
	Career: 'bg-career',
	Finance: 'bg-finance',
	Money: 'bg-money',
	Academic: 'bg-academic',
	Business: 'bg-business',
}
