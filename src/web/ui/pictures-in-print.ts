import { useEffect } from 'react'

/** Loads all pictures of the page before it is printed, even those that have not been scrolled to. */
export function usePicturesInPrint(): void {
	useEffect(() => {
		const print = window.matchMedia('print')
		function loadAll() {
			for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) {
				picture.loading = 'eager'
			}
		}
		function onMediumChange() {
			if (print.matches) loadAll()
		}
		// Some browsers fire `beforeprint`, others only change the media type.
		window.addEventListener('beforeprint', loadAll)
		print.addEventListener('change', onMediumChange)
		return () => {
			window.removeEventListener('beforeprint', loadAll)
			print.removeEventListener('change', onMediumChange)
		}
	}, [])
}
