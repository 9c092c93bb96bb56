import { useEffect, useRef, useState } from 'react'

interface Paged<Row> {
	rows: readonly Row[] | undefined
	/** Reads the rows after the last one; undefined if there are none. */
	onOlder: (() => void) | undefined
}

/**
 * Adds older rows below those of the first page. `next` is the API's cursor for the older rows, and `readFrom` reads from a
 * cursor. When the first page changes, the older rows are dropped.
 */
export function useOlder<Row>(
	first: { rows: readonly Row[]; next: string | null } | undefined,
	readFrom: (next: string) => Promise<{ rows: readonly Row[]; next: string | null }>,
): Paged<Row> {
	const [older, setOlder] = useState<{ rows: readonly Row[]; next: string | null }>()
	const page = useRef(first)
	useEffect(() => {
		page.current = first
		setOlder(undefined)
	}, [first])
	const next = older === undefined ? first?.next : older.next
	return {
		rows: first && [...first.rows, ...(older?.rows ?? [])],
		onOlder:
			next === null || next === undefined
				? undefined
				: () => {
						const began = page.current
						void readFrom(next).then((read) => {
							// If the list has been filtered or read again in the meantime, these rows no longer belong to it.
							if (page.current !== began) return
							setOlder((last) => ({ rows: [...(last?.rows ?? []), ...read.rows], next: read.next }))
						})
					},
	}
}
