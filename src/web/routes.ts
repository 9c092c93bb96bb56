import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { plannerDemoPath, shortPaths } from '#shared/paths.ts'

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
		page('products/:slug', 'pages/product/page.tsx'),
		...shortPaths.map((path) => page(path.slice(1), 'pages/product/page.tsx')),
		page('articles', 'pages/articles/page.tsx'),
		page('articles/:slug', 'pages/article/page.tsx'),
		page('about', 'pages/about/page.tsx'),
		...['contact', 'privacy', 'terms', 'refunds', 'accessibility'].map((name) =>
			page(name, 'pages/text/page.tsx'),
		),
		page('auth', 'pages/auth/page.tsx'),
		page('auth/confirm', 'pages/auth-confirm/page.tsx'),
		...['recover', 'link', 'second-step', 'new-password'].map((step) =>
			page(`auth/${step}`, `pages/auth-${step}/page.tsx`),
		),
		page('get/:slug', 'pages/get/page.tsx'),
		page(plannerDemoPath.slice(1), 'pages/planner-demo/page.tsx'),
		page('read/:slug', 'pages/read/page.tsx'),
		page('notice/confirm', 'pages/notice-confirm/page.tsx'),
		page('notice/stop', 'pages/notice-stop/page.tsx'),
		page('reviews/stop', 'pages/review-stop/page.tsx'),
		page('editions/stop', 'pages/edition-stop/page.tsx'),
		page('news/stop', 'pages/news-stop/page.tsx'),
		page('payment-success', 'pages/payment-success/page.tsx'),
		page('account', 'pages/account/page.tsx'),
		page('account/guides', 'pages/account-guides/page.tsx'),
		page('account/refund', 'pages/refund-request/page.tsx'),
		route('*', 'pages/not-found/page.tsx'),
	]),
	route('products/:slug/content.json', 'pages/product/content-json.ts'),
	route('articles/feed.xml', 'head/articles-feed.ts'),
	route('sitemap.xml', 'head/sitemap.ts'),
	route('robots.txt', 'head/robots.ts'),
	route('manifest.webmanifest', 'head/manifest.ts'),
	route('service-worker.js', 'offline/service-worker.ts'),
] satisfies RouteConfig

/** Uses the path as the id, because several paths may show one page. */
function page(path: string, file: string) {
	return route(path, file, { id: path })
}
