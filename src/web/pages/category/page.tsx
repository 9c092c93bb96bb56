import { href, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'
import { categoryPath } from '#shared/categories.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { categoryFromSlug } from '#web/products/categories.ts'
import { insidesOf } from '#web/products/insides.server.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { shelf, shopState } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'
import { UnknownCategory } from './unknown-category.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

/** Finds the category by the path of `/career`, or by the last part of `/categories/career`. Returns null if there is none. */
export function loader({ params, url }: LoaderFunctionArgs) {
	const category = categoryFromSlug(params.slug ?? url.pathname.replaceAll('/', ''))
	if (category === undefined) return null
	const products = shelf().filter((product) => product.category === category)
	return {
		category,
		words: shopState().pages[category],
		shelf: [...products, ...nearestTo(category, shelf())],
		insides: insidesOf(products),
	}
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
	if (loaderData == null) {
		return pageMeta({
			title: 'Category not found',
			description: 'The categories of our guides.',
			path: null,
			indexed: false,
		})
	}
	return pageMeta({ ...loaderData.words, path: categoryPath(loaderData.category) })
}

export default function CategoryPage() {
	const found = useLoaderData<typeof loader>()
	const shown = useShelf()
	if (found === null) return <UnknownCategory />
	const { category, words, insides } = found
	const products = shown.filter((product) => product.category === category)
	return (
		<>
			<Shelf
				title={category}
				intro={words.intro}
				category={category}
				products={products}
				insides={insides}
				filters={['price']}
				others={{
					...(products.some((product) => !product.comingSoon)
						? { title: words.others }
						: { title: words.meanwhile, note: <Wishes /> }),
					products: shown.filter((product) => product.category !== category),
				}}
			/>
			<ShelfData name={words.title} path={categoryPath(category)} products={products} />
		</>
	)
}

function Wishes() {
	return (
		<>
			Or{' '}
			<Link to={href('/contact')} className="link">
				tell us
			</Link>{' '}
			what you’d like to read here.
		</>
	)
}

/** The categories whose guides come first among the suggestions on a category's page. */
const nearest: Readonly<Record<Category, readonly Category[]>> = {
	Career: ['Business', 'Finance'],
	Finance: ['Career', 'Business'],
	Money: ['Finance', 'Business'],
	Academic: ['Career', 'Finance'],
	Business: ['Career', 'Finance'],
}

/** Returns up to three released guides of other categories. */
function nearestTo(category: Category, products: readonly ShelfProduct[]): ShelfProduct[] {
	const order = nearest[category]
	const distance = (product: ShelfProduct) =>
		(order.indexOf(product.category) + order.length + 1) % (order.length + 1)
	return products
		.filter((product) => !product.comingSoon && product.category !== category)
		.toSorted((a, b) => distance(a) - distance(b))
		.slice(0, 3)
}
