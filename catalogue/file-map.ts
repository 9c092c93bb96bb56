/** A title of the specification's file map with the file kept for it in the bucket `pdfs`. */
export interface MappedFile {
	title: string
	fileName: string
	/** The catalogue product the file belongs to; null where the shop does not offer one. */
	catalogueId: string | null
}

/**
 * The spec's file map, whole. Being mapped lets nobody have a file: a link is signed only for the `pdfFileName` of a
 * released product, so the files of unreleased titles stay closed although their names are known.
 */
export const fileMap: readonly MappedFile[] = [
	{ title: 'Student Guide', fileName: 'StudentGuide.pdf', catalogueId: '1' },
	{ title: 'CV Secrets', fileName: 'CV.zip', catalogueId: '2' },
	{ title: 'Student Budget Planner', fileName: 'MonthlyBudget.zip', catalogueId: '3' },
	{ title: 'Startup Blueprint', fileName: 'StartupBlueprint.pdf', catalogueId: '7' },
	{ title: 'North East guide', fileName: 'northeast-money-guide.zip', catalogueId: '4' },
	{ title: 'CV Guide', fileName: 'blank.pdf', catalogueId: null },
	{ title: 'LinkedIn Mastery', fileName: 'linkedin-mastery.zip', catalogueId: null },
	{ title: 'Interview Success Blueprint', fileName: 'interview-blueprint.zip', catalogueId: null },
]
