interface Chapter {
	title: string
	lines: readonly string[]
}

interface PdfParts {
	title?: string
	author?: string
	language?: string
	chapters: readonly Chapter[]
	/** Written into its catalogue, such as an action. */
	catalogue?: string
	/** Whether its bookmarks name the chapters. */
	hasBookmarks?: boolean
}

/** Writes a PDF with one page for each chapter. Its font isn't in the file, and it has no tags. */
export function makePdf({
	title,
	author,
	language,
	chapters,
	catalogue = '',
	hasBookmarks = true,
}: PdfParts): Buffer {
	const objects = new Map<number, string>()
	const pageOf = (index: number) => 10 + index * 3
	const kids = chapters.map((_, index) => `${pageOf(index)} 0 R`).join(' ')
	const outlines = hasBookmarks ? '/Outlines 4 0 R' : ''
	const lang = language === undefined ? '' : `/Lang (${language})`
	objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${outlines} ${lang} ${catalogue} >>`)
	objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${chapters.length} >>`)
	objects.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
	if (hasBookmarks)
		objects.set(
			4,
			`<< /Type /Outlines /First 12 0 R /Last ${pageOf(chapters.length - 1) + 2} 0 R /Count ${chapters.length} >>`,
		)
	objects.set(
		5,
		`<< ${title === undefined ? '' : `/Title (${title})`} ${author === undefined ? '' : `/Author (${author})`} >>`,
	)
	for (const [index, chapter] of chapters.entries()) {
		const at = pageOf(index)
		const text = [
			`BT /F1 24 Tf 60 760 Td (${chapter.title}) Tj ET`,
			...chapter.lines.map((line, row) => `BT /F1 11 Tf 60 ${720 - row * 14} Td (${line}) Tj ET`),
		].join('\n')
		objects.set(
			at,
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${at + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
		)
		objects.set(at + 1, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
		const next = index + 1 < chapters.length ? `/Next ${at + 5} 0 R` : ''
		const previous = index > 0 ? `/Prev ${at - 1} 0 R` : ''
		if (hasBookmarks)
			objects.set(
				at + 2,
				`<< /Title (${chapter.title}) /Parent 4 0 R /Dest [${at} 0 R /Fit] ${next} ${previous} >>`,
			)
	}
	let pdf = '%PDF-1.7\n'
	const places = [...objects].map(([number, body]) => {
		const place = pdf.length
		pdf += `${number} 0 obj\n${body}\nendobj\n`
		return `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`
	})
	const start = pdf.length
	pdf += `xref\n0 1\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 1000 /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`
	return Buffer.from(pdf, 'latin1')
}

/** Returns lines of so many words. */
export function linesOfWords(count: number, word = 'rent'): string[] {
	return Array.from({ length: Math.ceil(count / 12) }, (_, row) =>
		Array.from({ length: Math.min(12, count - row * 12) }, () => word).join(' '),
	)
}
