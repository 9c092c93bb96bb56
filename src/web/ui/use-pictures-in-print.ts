import { useEffect } from 'react'

/** Fetches all of the page's pictures when it is about to be printed, also those nobody has scrolled to. */
export function usePicturesInPrint(): void {
	useEffect(() => {
		const paper = window.matchMedia('print')
		function fetchAll() {
			for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) {
				picture.loading = 'eager'
			}
		}
		function followPaper() {
			if (paper.matches) fetchAll()
		}
		// Some browsers say that they are about to print, others only change the medium.
		window.addEventListener('beforeprint', fetchAll)
		paper.addEventListener('change', followPaper)
		return () => {
			window.removeEventListener('beforeprint', fetchAll)
			paper.removeEventListener('change', followPaper)
		}
	}, [])
}
