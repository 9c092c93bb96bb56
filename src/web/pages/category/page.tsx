import { href, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { categoryFromSlug, categoryPath } from '#web/products/categories.ts'
import { insidesOf } from '#web/products/insides.server.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { shelf } from '#web/site/shop.server.ts'
import { useShelf } from '#web/site/use-shelf.ts'
import { UnknownCategory } from './unknown-category.tsx'

export { shouldRevalidate } from '#web/site/keep-data.ts'

/** Finds the category by the path of `/career`, or by the last part of `/categories/career`. Returns null if there is none. */
export function loader({ params, url }: LoaderFunctionArgs) {
	const category = categoryFromSlug(params.slug ?? url.pathname.replaceAll('/', ''))
	if (category === undefined) return null
	const products = shelf().filter((product) => product.category === category)
	return { category, shelf: [...products, ...nearestTo(category, shelf())], insides: insidesOf(products) }
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
	const { category } = loaderData
	return pageMeta({
		title: `${category} guides`,
		description: `${intros[category]} ${offers[category]}`,
		path: categoryPath(category),
	})
}

export default function CategoryPage() {
	const found = useLoaderData<typeof loader>()
	const shown = useShelf()
	if (found === null) return <UnknownCategory />
	const { category, insides } = found
	const products = shown.filter((product) => product.category === category)
	return (
		<>
			<Shelf
				title={category}
				intro={intros[category]}
				category={category}
				products={products}
				insides={insides}
				filters={['price']}
				others={{
					...(products.some((product) => !product.comingSoon)
						? { title: 'Next to these on the shelf' }
						: { title: 'To read in the meantime', note: <Wishes /> }),
					products: shown.filter((product) => product.category !== category),
				}}
			/>
			<ShelfData name={`${category} guides`} path={categoryPath(category)} products={products} />
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

const intros: Readonly<Record<Category, string>> = {
	Career: 'From settling in and the first part-time job to the graduate application.',
	Finance: 'What comes in, what goes out, and the one number to remember each week.',
	Money: 'Earning alongside a degree: where, for how much, and what to watch for.',
	Academic: 'How to study so that it sticks, and fits into a real week.',
	Business: 'From an idea to something strangers can say yes or no to.',
}

/** The sentence after the intro in the page's description, which search results show. */
const offers: Readonly<Record<Category, string>> = {
	Career: 'Guides and Word templates for students in the UK.',
	Finance: 'A budget planner, as a spreadsheet and on paper, for students in the UK.',
	Money: 'Guides for students in the UK, with some still being written.',
	Academic: 'Guides for students and graduates in the UK, with some still being written.',
	Business: 'Guides and worksheets for students and graduates in the UK, free.',
}
