import { readApi } from '#admin/api/call-api.ts'
import { accountName } from '#shared/names.ts'

/** Something that the palette offers: a place to go, or something to do. */
export interface Found {
	id: string
	name: string
	/** A few words beside it, such as the key. */
	note?: string | undefined
	/** The address of its page. */
	to?: string
	run?: () => void
}

/** Finds what matches what was typed. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

/** What the palette looks through besides the pages. */
export const finders: readonly Finder[] = [findSales, findCustomers]

const mostShown = 8

/** Finds a sale by its receipt or an id for the palette. */
async function findSales(text: string, signal: AbortSignal): Promise<readonly Found[]> {
	const { rows } = await readApi('find-sales', { text }, { signal })
	return rows.slice(0, mostShown).map(({ id, product, receipt, email }) => ({
		...{
			id,
			name: `Sale: ${[receipt, product].filter((part) => part !== null).join(', ')}`,
			to: `/sales/${id}`,
		},
		note: email ?? undefined,
	}))
}

/** Finds customers for the palette. */
async function findCustomers(text: string, signal: AbortSignal): Promise<readonly Found[]> {
	if (text.length < 2) return []
	const { rows } = await readApi('customers', { text }, { signal })
	return rows.slice(0, mostShown).map(({ id, name, ...account }) => ({
		...{ id, name: accountName(account, 'A guest'), to: `/customers/${id}` },
		note: name ?? undefined,
	}))
}
