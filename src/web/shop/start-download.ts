/** Hands a link to the browser's downloads. The link's answer says "attachment", so the page stays where it is. */
export function startDownload(url: string, fileName: string): void {
	const link = document.createElement('a')
	link.href = url
	link.download = fileName
	link.hidden = true
	document.body.append(link)
	link.click()
	link.remove()
}
