import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useQuery } from '#web/session/use-query.ts'
import { type Finding, readFinding } from './find-guides.ts'

interface FindingState {
	finding: Finding
	/** The text in the search field. The address follows a moment later. */
	words: string
	type: (words: string) => void
	choose: (name: 'category' | 'price' | 'sort', value: string) => void
	clear: () => void
}

/** How long after the last keystroke the address changes, in milliseconds. Browsers limit how often it may change. */
const pause = 200
const nothingAsked = new URLSearchParams()
/** Marks navigations by this hook, so that the search field can tell them from the browser's Back. */
const ours = { finding: true }

/** Returns the search in the address and functions that change it. Back undoes each choice, or a whole typed search. */
export function useFinding(): FindingState {
	const query = useQuery() ?? nothingAsked
	const { pathname, hash, key, state } = useLocation()
	const navigationType = useNavigationType()
	const navigate = useNavigate()
	const finding = readFinding(query)
	const [words, setWords] = useState(finding.words)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, whatever it asks for
	useEffect(() => {
		const typedHere = navigationType !== 'POP' && state?.finding === true
		if (!typedHere) setWords(finding.words)
	}, [key, query])
	useEffect(() => () => clearTimeout(timer.current), [])

	function go(change: (asked: URLSearchParams) => void, replace: boolean): void {
		clearTimeout(timer.current)
		const asked = new URLSearchParams(window.location.search)
		change(asked)
		void navigate(
			{ pathname, search: asked.toString(), hash },
			{ replace, state: ours, preventScrollReset: true },
		)
	}

	function put(name: string, value: string, replace: boolean): void {
		go((asked) => (value === '' ? asked.delete(name) : asked.set(name, value)), replace)
	}

	return {
		finding,
		words,
		type: (typed) => {
			setWords(typed)
			clearTimeout(timer.current)
			timer.current = setTimeout(() => put('q', typed.trim(), finding.words !== ''), pause)
		},
		choose: (name, value) => put(name, value, false),
		clear: () => {
			setWords('')
			go((asked) => {
				for (const name of ['q', 'category', 'price', 'sort']) asked.delete(name)
			}, false)
		},
	}
}
