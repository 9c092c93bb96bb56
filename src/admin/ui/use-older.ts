import { useEffect, useRef, useState } from 'react'

interface Paged<Row> {
	rows: readonly Row[] | undefined
	/** Reads the rows after the last; undefined if there are none. */
	onOlder: (() => void) | undefined
}

/**
 * Adds older rows below those of the first page. `next` is what the API answered as the place where the older ones begin, `readFrom` reads
 * from there. The rows start again when the first page changes.
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
							// The list has been filtered or read again meanwhile.
							if (page.current !== began) return
							setOlder((last) => ({ rows: [...(last?.rows ?? []), ...read.rows], next: read.next }))
						})
					},
	}
}
