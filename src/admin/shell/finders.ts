import { readApi } from '#admin/api/call-api.ts'
import { accountName } from '#shared/names.ts'

/** An entry of the palette: a page to open, or something to do. */
export interface Found {
	id: string
	name: string
	/** A few words beside the entry, such as the keys that open it. */
	note?: string | undefined
	/** The address of the page to open. */
	to?: string
	run?: () => void
}

/** Finds the entries that match the typed text. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

/** What the palette searches besides the pages, for those who may see sales. */
export const finders: readonly Finder[] = [findSales, findCustomers]

const mostShown = 8

/** Finds a sale by its receipt or one of its ids. */
async function findSales(text: string, signal: AbortSignal): Promise<readonly Found[]> {
	const { rows } = await readApi('find-sales', { text }, { signal })
	return rows.slice(0, mostShown).map(({ id, product, receipt, email }) => ({
		id,
		name: `Sale: ${[receipt, product].filter((part) => part !== null).join(', ')}`,
		to: `/sales/${id}`,
		note: email ?? undefined,
	}))
}

/** Finds customers by name or address. */
async function findCustomers(text: string, signal: AbortSignal): Promise<readonly Found[]> {
	if (text.length < 2) return []
	const { rows } = await readApi('customers', { text }, { signal })
	return rows.slice(0, mostShown).map(({ id, name, ...account }) => ({
		id,
		name: accountName(account, 'A guest'),
		to: `/customers/${id}`,
		note: name ?? undefined,
	}))
}
