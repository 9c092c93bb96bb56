import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, redirect } from 'react-router'
import { type AdminPage, pages } from '#admin/pages.ts'
import { useMe } from '#admin/session/session.ts'
import { BrokenPage } from '#admin/shell/broken-page.tsx'
import { NotFound } from '#admin/shell/not-found.tsx'
import { Shell } from '#admin/shell/shell.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'

export const router = createBrowserRouter([
	{
		path: '/sign-in',
		hydrateFallbackElement: <></>,
		lazy: async () => ({ Component: (await import('./sign-in/link-page.tsx')).LinkPage }),
	},
	{
		path: '/invitation',
		hydrateFallbackElement: <></>,
		lazy: async () => ({ Component: (await import('./sign-in/invitation-page.tsx')).InvitationPage }),
	},
	{
		element: <Shell />,
		hydrateFallbackElement: <></>,
		children: [
			{
				errorElement: <BrokenPage />,
				children: [
					...pages.map((page) => ({
						path: page.path,
						lazy: async () => ({ Component: forRoles(page, (await lazyImport(page.load)).Page) }),
					})),
					// Redirects from the address that the accountant's page once had.
					{
						path: '/books',
						loader: ({ request }) => redirect(`/sales/books${new URL(request.url).search}`),
					},
					{ path: '*', element: <NotFound /> },
				],
			},
		],
	},
])

/**
 * Shows a page only to members with one of its roles. Others see the "not found" page or, instead of the first page, the first of
 * theirs.
 */
function forRoles({ path, roles }: AdminPage, Page: ComponentType): ComponentType {
	return function PageForRoles() {
		const { role } = useMe()
		if (roles.includes(role)) return <Page />
		const own = pages.find((page) => page.roles.includes(role))
		return path === '/' && own !== undefined ? <Navigate to={own.path} replace /> : <NotFound />
	}
}
