import { createBrowserRouter, redirect } from 'react-router'
import { pages } from '#admin/pages.ts'
import { BrokenPage } from '#admin/shell/broken-page.tsx'
import { forRoles } from '#admin/shell/for-roles.tsx'
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
					...pages.map(({ path, roles, load }) => ({
						path,
						lazy: async () => ({ Component: forRoles(roles, (await lazyImport(load)).Page) }),
					})),
					// Where the month for the accountant was.
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
