import type { ComponentType } from 'react'
import { createBrowserRouter, redirect } from 'react-router'
import { pages } from '#admin/pages.ts'
import { useMe } from '#admin/session/session.ts'
import { BrokenPage } from '#admin/shell/broken-page.tsx'
import { NotFound } from '#admin/shell/not-found.tsx'
import { Shell } from '#admin/shell/shell.tsx'
import type { Role } from '#shared/admin/members.ts'
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
					...pages.map(({ path, roles, load }) => ({
						path,
						lazy: async () => ({ Component: forRoles(roles, (await lazyImport(load)).Page) }),
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
 * Shows a page only to members with one of these roles; others see the "not found" page. Without roles, all members may see it.
 */
function forRoles(roles: readonly Role[] | undefined, Page: ComponentType): ComponentType {
	if (roles === undefined) return Page
	return function PageForRoles() {
		const { role } = useMe()
		return roles.includes(role) ? <Page /> : <NotFound />
	}
}
