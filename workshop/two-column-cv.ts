import {
	BorderStyle,
	Document,
	Header,
	Packer,
	Paragraph,
	Table,
	TableCell,
	TableRow,
	TextRun,
	WidthType,
} from 'docx'
import { freezeOfficeFile } from './archive.ts'
import { ada } from './cv-secrets/documents/ada.ts'

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const borders = { top: none, bottom: none, left: none, right: none }
const { name, phone, job, degree, project } = ada

/**
 * Makes the kind of CV that the guide warns of: contact details in the page header, and two columns made with an invisible table. It is
 * not delivered; the guide shows what four programs read in it.
 */
export async function buildTwoColumnCv(editionDate: string): Promise<Uint8Array> {
	const row = (left: string, right: string) =>
		new TableRow({ children: [cell(left, 3000), cell(right, 6600)] })
	const file = new Document({
		title: 'A CV in two columns',
		creator: 'Headstart',
		styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: 'en-GB' } } } } },
		sections: [
			{
				headers: {
					default: new Header({
						children: [
							new Paragraph({ children: [new TextRun({ text: name, bold: true, size: 32 })] }),
							new Paragraph({ text: `Leeds · ${phone} · ada.okafor@example.com` }),
						],
					}),
				},
				children: [
					new Table({
						columnWidths: [3000, 6600],
						width: { size: 9600, type: WidthType.DXA },
						rows: [
							row('SKILLS', 'EXPERIENCE'),
							row('Excel, SQL', `${job.title}, ${job.employer}`),
							row('English and Igbo', 'Oct 2025 – present'),
							row('EDUCATION', 'Run the weekly count of 2,000 lines'),
							row(degree.title, 'Cut errors from 6% to 2%'),
							row(degree.university, 'PROJECT'),
							row(degree.years.join(' – '), `Café queue study, mark ${project.mark}`),
						],
					}),
				],
			},
		],
	})
	return freezeOfficeFile(new Uint8Array(await Packer.toArrayBuffer(file)), editionDate)
}

function cell(text: string, width: number): TableCell {
	return new TableCell({
		borders,
		width: { size: width, type: WidthType.DXA },
		children: [new Paragraph({ children: [new TextRun({ text, bold: text === text.toUpperCase() })] })],
	})
}
