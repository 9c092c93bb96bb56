import { Link } from 'react-router'
import { categories, categoryPath } from '#shared/categories.ts'
import { CategoryMark } from '#web/products/category-colours.tsx'

/**
 * Lists the categories if the address names none of them. It is rendered once for all such addresses, as `/categories/404`.
 */
export function UnknownCategory() {
	return (
		<div className="page-width py-16 lg:py-24">
			<h1 className="text-title">Category not found</h1>
			<p className="mt-4 max-w-measure text-lead text-soft">
				The address may be misspelt. These are our categories:
			</p>
			<ul className="mt-8 max-w-measure border-t border-rule">
				{categories.map((category) => (
					<li key={category} className="border-b border-rule">
						<Link
							to={categoryPath(category)}
							className="flex min-h-14 items-center underline-offset-4 hover:underline"
						>
							<CategoryMark category={category} />
						</Link>
					</li>
				))}
			</ul>
		</div>
	)
}
