import { Link } from 'react-router'
import { categories, categoryPath } from '#shared/categories.ts'
import { CategoryMark } from '#web/products/category-colours.tsx'

/**
 * Lists the categories if the address names none of them. It is rendered once for all such addresses, as `/categories/404`.
 */
export function UnknownCategory() {
	return (
		<div className="page-width grid gap-10 py-16 lg:grid-cols-[7fr_5fr] lg:py-24">
			<div>
				<h1 className="text-title">Category not found</h1>
				<p className="mt-5 max-w-measure text-lead text-soft">
					The address may be misspelt. These are our categories.
				</p>
			</div>
			<ul className="border-t border-rule">
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
