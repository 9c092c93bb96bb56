import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#admin/api/api-error.ts'
import { readApi } from '#admin/api/call-api.ts'
import type { Answer, ReadName, Sent } from '#shared/admin/api.ts'

export interface Read<Data> {
	/** Undefined until the first response. It is kept while newer data is being read. */
	data: Data | undefined
	error: ApiError | undefined
	loading: boolean
	/** When `data` was read. */
	updatedAt: Date | undefined
	/** Whether a later attempt to read has failed, so that `data` may be out of date. */
	isOutdated: boolean
	/** Reads again. */
	reload: () => void
}

interface ReadOptions {
	/** How often to read again while the page is visible, in seconds. */
	every?: number
	/** False to wait before reading, for instance until something has been typed. */
	enabled?: boolean
}

/** Reads from the API, and again whenever `input` changes. */
export function useRead<Name extends ReadName>(
	name: Name,
	input: Sent<Name>,
	{ every, enabled = true }: ReadOptions = {},
): Read<Answer<Name>> {
	const [state, setState] = useState<Omit<Read<Answer<Name>>, 'reload'>>({
		data: undefined,
		error: undefined,
		updatedAt: undefined,
		isOutdated: false,
		loading: enabled,
	})
	const [turn, setTurn] = useState(0)
	const latest = useRef(input)
	latest.current = input
	const key = JSON.stringify(input)
	// biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the input or the turn changes
	useEffect(() => {
		if (!enabled) return
		const left = new AbortController()
		const { signal } = left
		async function read(inBackground: boolean) {
			if (!inBackground) setState((last) => ({ ...last, loading: true }))
			try {
				const data = await readApi(name, latest.current, { signal, inBackground })
				setState({ data, error: undefined, loading: false, updatedAt: new Date(), isOutdated: false })
			} catch (error) {
				if (signal.aborted) return
				if (!(error instanceof ApiError)) throw error
				// If reading in the background fails, the page keeps what it shows.
				setState((last) =>
					inBackground && last.data !== undefined
						? { ...last, isOutdated: true }
						: { ...last, error, loading: false },
				)
			}
		}
		void read(false)
		const timer =
			every === undefined
				? undefined
				: setInterval(() => {
						if (document.visibilityState === 'visible') void read(true)
					}, 1000 * every)
		return () => {
			left.abort()
			clearInterval(timer)
		}
	}, [name, key, turn, every, enabled])
	const reload = useCallback(() => setTurn((last) => last + 1), [])
	return { ...state, reload }
}
