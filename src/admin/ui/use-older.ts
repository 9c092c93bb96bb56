import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { useBusy } from '#web/ui/use-busy.ts'

interface Page<Row> {
	rows: readonly Row[]
	/** The API's cursor for the rows after these; null if there are none. */
	next: string | null
}

/** The rows after the last one that is shown. */
export interface Older {
	/** Reads them. Does nothing while they are already being read. */
	read: () => void
	isReading: boolean
	/** Why the last attempt to read them failed. */
	error: ApiError | undefined
}

/**
 * Adds older rows below those of the first page. `readFrom` reads from a cursor. When the first page changes, the older rows are
 * dropped. `older` is undefined if there are no further rows.
 */
export function useOlder<Row>(
	first: Page<Row> | undefined,
	readFrom: (next: string) => Promise<Page<Row>>,
): { rows: readonly Row[] | undefined; older: Older | undefined } {
	const [added, setAdded] = useState<Page<Row>>()
	const [error, setError] = useState<ApiError>()
	const [isReading, run] = useBusy()
	const page = useRef(first)
	useEffect(() => {
		page.current = first
		setAdded(undefined)
		setError(undefined)
	}, [first])
	const next = added === undefined ? first?.next : added.next

	async function readNext(cursor: string) {
		const began = page.current
		setError(undefined)
		try {
			const read = await readFrom(cursor)
			// If the list has been filtered or read again in the meantime, these rows no longer belong to it.
			if (page.current !== began) return
			setAdded((last) => ({ rows: [...(last?.rows ?? []), ...read.rows], next: read.next }))
		} catch (failure) {
			if (!(failure instanceof ApiError)) throw failure
			if (page.current === began) setError(failure)
		}
	}
	return {
		rows: first && [...first.rows, ...(added?.rows ?? [])],
		older:
			next === null || next === undefined
				? undefined
				: { read: () => run(() => readNext(next)), isReading, error },
	}
}
