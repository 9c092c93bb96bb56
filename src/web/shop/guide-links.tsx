import { Link } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import { productPath } from '#shared/paths.ts'

/** Links to the pages of guides, one below the other. */
export function guideLinks(ids: readonly string[]) {
	return shelf
		.filter(({ id }) => ids.includes(id))
		.map((product) => (
			<Link key={product.id} to={productPath(product)} className="link block">
				{product.title}
			</Link>
		))
}
