import { type ReactNode, useRef, useState } from 'react'
import { ProofForm } from './proof-form.tsx'

/** An action that may find that it has been too long since signing in. */
type Action = () => Promise<'stale' | 'done'>

interface Proof {
	/** Runs an action; where it finds the session stale, the visitor shows that it is them, and it runs again. */
	attempt: (action: Action) => Promise<void>
	/** The question, where one is open; to be rendered beside what asked for it. */
	question: ReactNode
}

/** Asks "is it you?" in place, only when it is needed. */
export function useProof(): Proof {
	const [waiting, setWaiting] = useState<Action | null>(null)

	/** What asked, if it can have the focus back. */
	const asker = useRef<Element | null>(null)

	async function attempt(action: Action) {
		if (waiting === null) asker.current = document.activeElement
		if ((await action()) === 'stale') setWaiting(() => action)
		else if (waiting !== null) close()
	}

	function close() {
		if (asker.current instanceof HTMLElement) asker.current.focus()
		setWaiting(null)
	}

	const question = waiting === null ? null : <ProofForm onProved={() => attempt(waiting)} onCancel={close} />
	return { attempt, question }
}
