import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { shelf } from '#catalogue/shelf.ts'
import { productPath, readPath } from '#shared/paths.ts'

/**
 * Every address of the site. React Router ignores capitals in the browser, so the server does too: `/Career` shows the page
 * `/career`, which is also its canonical address.
 */
export default [
	layout('frame/page-boundary.tsx', [
		index('pages/home/page.tsx'),
		page('free', 'pages/free/page.tsx'),
		page('premium', 'pages/premium/page.tsx'),
		...['career', 'finance', 'money', 'academic'].map((name) => page(name, 'pages/category/page.tsx')),
		page('categories/:slug', 'pages/category/page.tsx'),
		...shelf.filter(({ comingSoon }) => !comingSoon).flatMap(productPages),
		// Products that an owner releases while the shop is running.
		page('products/:slug', 'pages/product/released-page.tsx'),
		page('about', 'pages/about/page.tsx'),
		...['contact', 'privacy', 'terms', 'refunds'].map((name) => page(name, `pages/${name}/page.tsx`)),
		page('auth', 'pages/auth/page.tsx'),
		page('auth/confirm', 'pages/auth-confirm/page.tsx'),
		...['recover', 'link', 'second-step', 'new-password'].map((step) =>
			page(`auth/${step}`, `pages/auth-${step}/page.tsx`),
		),
		page('get/:slug', 'pages/get/page.tsx'),
		...shelf
			.filter(({ comingSoon }) => !comingSoon)
			.map((product) => page(readPath(product).slice(1), 'pages/read/page.tsx')),
		page('notice/confirm', 'pages/notice-confirm/page.tsx'),
		page('notice/stop', 'pages/notice-stop/page.tsx'),
		page('reviews/stop', 'pages/review-stop/page.tsx'),
		page('editions/stop', 'pages/edition-stop/page.tsx'),
		page('news/stop', 'pages/news-stop/page.tsx'),
		page('payment-success', 'pages/payment-success/page.tsx'),
		page('account', 'pages/account/page.tsx'),
		page('account/guides', 'pages/account-guides/page.tsx'),
		route('*', 'pages/not-found/page.tsx'),
	]),
	route('sitemap.xml', 'head/sitemap.ts'),
	route('robots.txt', 'head/robots.ts'),
	route('service-worker.js', 'offline/service-worker.ts'),
] satisfies RouteConfig

/** Uses the path as the id, because several paths may show one page. */
function page(path: string, file: string) {
	return route(path, file, { id: path })
}

/**
 * All products share one page. Each has a parent route whose module is the product's data. A browser therefore loads the data
 * of one product only, and has it before the page hydrates.
 */
function productPages(product: (typeof shelf)[number]) {
	const paths = [productPath(product), product.shortPath].filter((path) => path !== undefined)
	return paths.map((path) =>
		route(path.slice(1), `../../catalogue/${product.slug}/route.ts`, { id: path.slice(1) }, [
			index('pages/product/page.tsx', { id: `${path.slice(1)}/page` }),
		]),
	)
}
