import { href, Link, type MetaArgs, useLocation, useParams } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'
import { pageMeta } from '#web/head/page-meta.ts'
import { ShelfData } from '#web/head/structured-data.tsx'
import { categoryFromSlug, categoryPath } from '#web/products/categories.ts'
import { Shelf } from '#web/products/shelf.tsx'
import { UnknownCategory } from './unknown-category.tsx'

/**
 * Finds the category by the path of `/career` and `/Career`, and by the last part of `/categories/career`. While pages are
 * built, paths end in a slash.
 */
function categoryAt(slug: string | undefined, pathname: string): Category | undefined {
	return categoryFromSlug(slug ?? pathname.replaceAll('/', ''))
}

export function meta({ params, location }: MetaArgs) {
	const category = categoryAt(params.slug, location.pathname)
	if (category === undefined) {
		return pageMeta({
			title: 'Category not found',
			description: 'The categories of our guides.',
			path: null,
			indexed: false,
		})
	}
	return pageMeta({
		title: `${category} guides`,
		description: `${intros[category]} ${offers[category]}`,
		path: categoryPath(category),
	})
}

export default function CategoryPage() {
	const { slug } = useParams()
	const { pathname } = useLocation()
	const category = categoryAt(slug, pathname)
	if (category === undefined) return <UnknownCategory />
	const products = shelf.filter((product) => product.category === category)
	return (
		<>
			<Shelf
				title={category}
				intro={intros[category]}
				category={category}
				products={products}
				filters={['price']}
				others={{
					...(products.some((product) => !product.comingSoon)
						? { title: 'Next to these on the shelf' }
						: { title: 'To read in the meantime', note: <Wishes /> }),
					products: nearestTo(category),
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
function nearestTo(category: Category): ShelfProduct[] {
	const order = nearest[category]
	const distance = (product: ShelfProduct) =>
		(order.indexOf(product.category) + order.length + 1) % (order.length + 1)
	return shelf
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
