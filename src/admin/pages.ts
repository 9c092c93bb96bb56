import type { ComponentType } from 'react'
import type { Role } from '#shared/admin/members.ts'
import { sellers, writers } from '#shared/admin/names.ts'

/** A page of the admin. Its module exports `Page`, and is loaded when the page is first opened. */
export interface AdminPage {
	/** Its path, which may contain `:id`. */
	path: string
	/** Its name in the navigation and in the palette; undefined for a page that other pages link to. */
	name?: string
	/** The letter that opens it after `G`. */
	key?: string
	/** The roles that may see it. The API decides what each role may do. */
	roles: readonly Role[]
	load: () => Promise<{ Page: ComponentType }>
}

/** Every page, in the order of the navigation. */
export const pages: readonly AdminPage[] = [
	{ path: '/', name: 'Home', key: 'h', roles: sellers, load: () => import('./pages/home/page.tsx') },
	{ path: '/sales', name: 'Sales', key: 's', roles: sellers, load: () => import('./pages/sales/page.tsx') },
	{ path: '/sales/:id', roles: sellers, load: () => import('./pages/sale/page.tsx') },
	{ path: '/sales/books', roles: ['owner', 'accountant'], load: () => import('./pages/books/page.tsx') },
	{
		path: '/customers',
		name: 'Customers',
		key: 'c',
		roles: sellers,
		load: () => import('./pages/customers/page.tsx'),
	},
	{ path: '/customers/:id', roles: sellers, load: () => import('./pages/customer/page.tsx') },
	{
		path: '/products',
		name: 'Products',
		key: 'p',
		roles: sellers,
		load: () => import('./pages/products/page.tsx'),
	},
	{ path: '/products/reviews', roles: sellers, load: () => import('./pages/products/reviews-page.tsx') },
	{ path: '/products/claims', roles: sellers, load: () => import('./pages/products/claims-page.tsx') },
	{ path: '/products/bundles', roles: sellers, load: () => import('./pages/products/bundles-page.tsx') },
	{ path: '/products/codes', roles: ['owner'], load: () => import('./pages/products/codes-page.tsx') },
	{ path: '/products/new', roles: ['owner'], load: () => import('./pages/new-guide/page.tsx') },
	{ path: '/products/:id', roles: sellers, load: () => import('./pages/product/page.tsx') },
	{
		path: '/words',
		name: 'Words',
		key: 'w',
		roles: writers,
		load: () => import('./pages/words/page.tsx'),
	},
	{
		path: '/words/articles',
		roles: writers,
		load: () => import('./pages/words/articles-page.tsx'),
	},
	{ path: '/words/media', roles: writers, load: () => import('./pages/media/page.tsx') },
	{ path: '/words/fixed', roles: writers, load: () => import('./pages/words/fixed-page.tsx') },
	{
		path: '/words/:kind/:id',
		roles: writers,
		load: () => import('./pages/words/editor-page.tsx'),
	},
	{
		path: '/words/:kind/:id/preview',
		roles: writers,
		load: () => import('./pages/words/preview-page.tsx'),
	},
	{
		path: '/words/:kind/:id/history',
		roles: writers,
		load: () => import('./pages/words/history-page.tsx'),
	},
	{
		path: '/members',
		name: 'Members',
		key: 'm',
		roles: ['owner'],
		load: () => import('./pages/members/page.tsx'),
	},
	{
		path: '/log',
		name: 'Log',
		key: 'l',
		roles: ['owner', 'accountant'],
		load: () => import('./pages/log/page.tsx'),
	},
	{
		path: '/messages',
		name: 'Messages',
		key: 'e',
		roles: ['owner', 'helper'],
		load: () => import('./pages/messages/page.tsx'),
	},
	{
		path: '/messages/announcements',
		roles: ['owner'],
		load: () => import('./pages/announcements/page.tsx'),
	},
	{
		path: '/messages/announcements/:id',
		roles: ['owner'],
		load: () => import('./pages/announcements/announcement-page.tsx'),
	},
	{
		path: '/settings',
		name: 'Settings',
		key: 't',
		roles: ['owner'],
		load: () => import('./pages/settings/page.tsx'),
	},
	{
		path: '/settings/go-live',
		roles: ['owner'],
		load: () => import('./pages/settings/go-live-page.tsx'),
	},
	{
		path: '/settings/backups',
		roles: ['owner'],
		load: () => import('./pages/settings/backups-page.tsx'),
	},
	{ path: '/visits', roles: ['owner', 'accountant'], load: () => import('./pages/visits/page.tsx') },
]
