import { useLocation, useNavigate } from 'react-router'
import type { ViewerItem } from './viewer-item.ts'

/**
 * Which picture is open is kept in the address, as `#05-evidence`: going back closes the viewer, and the address of one
 * picture can be sent to somebody.
 */
export function useViewerAddress(items: readonly ViewerItem[]) {
	const { search, hash, state } = useLocation()
	const navigate = useNavigate()
	const index = items.findIndex(({ name }) => hash === `#${name}`)

	return {
		/** Null where none is open. */
		index: index === -1 ? null : index,
		open(name: string) {
			void navigate({ search, hash: name }, { state: openedHere, preventScrollReset: true })
		},
		show(next: number) {
			const target = { search, hash: items[next]?.name ?? '' }
			void navigate(target, { state, replace: true, preventScrollReset: true })
		},
		close() {
			// Whoever came by a link to a picture has another page behind them.
			if (isOpenedHere(state)) void navigate(-1)
			else void navigate({ search, hash: '' }, { replace: true, preventScrollReset: true })
		},
	}
}

const openedHere = { viewer: 'opened here' } as const

function isOpenedHere(state: unknown): boolean {
	return (
		typeof state === 'object' && state !== null && 'viewer' in state && state.viewer === openedHere.viewer
	)
}
