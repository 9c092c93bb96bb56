import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useQuery } from '#web/session/use-in-browser.ts'
import { readSearch, type Search } from './find-guides.ts'

interface SearchState {
	search: Search
	/** The text in the search field. The address changes a moment after the text. */
	text: string
	setText: (text: string) => void
	choose: (name: 'category' | 'price' | 'sort', value: string) => void
	clear: () => void
}

/** How long after the last keystroke the address changes, in milliseconds. Browsers limit how often it may change. */
const pause = 200
const emptyQuery = new URLSearchParams()
/** Marks this hook's navigations, so that it can tell them from the browser's Back. */
const ours = { search: true }

/**
 * Returns the search in the address, and functions that change it. The Back button undoes one choice, or a whole typed search.
 */
export function useSearch(): SearchState {
	const query = useQuery() ?? emptyQuery
	const { pathname, hash, key, state } = useLocation()
	const navigationType = useNavigationType()
	const navigate = useNavigate()
	const search = useMemo(() => readSearch(query), [query])
	const [text, showText] = useState(search.text)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, whatever it searches for
	useEffect(() => {
		const typedHere = navigationType !== 'POP' && state?.search === true
		if (!typedHere) showText(search.text)
	}, [key, query])
	useEffect(() => () => clearTimeout(timer.current), [])

	function go(change: (parameters: URLSearchParams) => void, replace: boolean): void {
		clearTimeout(timer.current)
		const parameters = new URLSearchParams(window.location.search)
		change(parameters)
		void navigate(
			{ pathname, search: parameters.toString(), hash },
			{ replace, state: ours, preventScrollReset: true },
		)
	}

	function put(name: string, value: string, replace: boolean): void {
		go((parameters) => (value === '' ? parameters.delete(name) : parameters.set(name, value)), replace)
	}

	return {
		search,
		text,
		setText: (typed) => {
			showText(typed)
			clearTimeout(timer.current)
			timer.current = setTimeout(() => put('q', typed.trim(), search.text !== ''), pause)
		},
		choose: (name, value) => put(name, value, false),
		clear: () => {
			showText('')
			go((parameters) => {
				for (const name of ['q', 'category', 'price', 'sort']) parameters.delete(name)
			}, false)
		},
	}
}
