import type { Category } from '#shared/catalogue-schema.ts'

/** The colour of a category's covers, which is the same in both themes. `text-leaf` on it has a contrast of at least 4.5:1 (`accents.ts`). */
export const cloth: Readonly<Record<Category, string>> = {
	Career: 'bg-cloth-career',
	Finance: 'bg-cloth-finance',
	Money: 'bg-cloth-money',
	Academic: 'bg-cloth-academic',
	Business: 'bg-cloth-business',
}

/** The colour of a category for small marks. It is lighter on a dark page. */
export const categoryFill: Readonly<Record<Category, string>> = {
	Career: 'bg-career',
	Finance: 'bg-finance',
	Money: 'bg-money',
	Academic: 'bg-academic',
	Business: 'bg-business',
}

/** The name of a category beside a spot of its colour. */
export function CategoryMark({ category }: { category: Category }) {
	return (
		<span className="inline-flex items-center gap-2 font-display text-note font-semibold">
			<span aria-hidden="true" className={`size-2.5 ${categoryFill[category]}`} />
			{category}
		</span>
	)
}
