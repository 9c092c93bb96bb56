import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * Every address of the site, once. Capitals do not count: in the browser React Router never minds them, so the server must
 * not either. `/Career` is `/career`, and says so by its canonical address.
 */
export default [
	layout('frame/page-boundary.tsx', [
		index('pages/home/page.tsx'),
		page('free', 'pages/free/page.tsx'),
		page('premium', 'pages/premium/page.tsx'),
		...['career', 'finance', 'money', 'academic'].map((name) => page(name, 'pages/category/page.tsx')),
		page('categories/:slug', 'pages/category/page.tsx'),
		page('products/student-guide', 'pages/student-guide/page.tsx'),
		page('products/cv-secrets', 'pages/cv-secrets/page.tsx'),
		page('products/budget-planner', 'pages/budget-planner/page.tsx'),
		page('products/startup-blueprint', 'pages/startup-blueprint/page.tsx'),
		page('startup-blueprint', 'pages/startup-blueprint/page.tsx'),
		page('about', 'pages/about/page.tsx'),
		...['contact', 'privacy', 'terms', 'refunds'].map((name) => page(name, `pages/${name}/page.tsx`)),
		page('auth', 'pages/auth/page.tsx'),
		page('auth/confirm', 'pages/auth-confirm/page.tsx'),
		...['recover', 'link', 'second-step', 'new-password'].map((step) =>
			page(`auth/${step}`, `pages/auth-${step}/page.tsx`),
		),
		page('payment-success', 'pages/payment-success/page.tsx'),
		page('account', 'pages/account/page.tsx'),
		page('account/guides', 'pages/account-guides/page.tsx'),
		route('*', 'pages/not-found/page.tsx'),
	]),
	route('sitemap.xml', 'head/sitemap.ts'),
	route('robots.txt', 'head/robots.ts'),
	route('service-worker.js', 'offline/service-worker.ts'),
] satisfies RouteConfig

/** Named by its address, since several addresses may show one page. */
function page(path: string, file: string) {
	return route(path, file, { id: path })
}
