' Types plan after plan into the planner and writes down what it shows. Run by drive-plans.ts, never part of the planner itself.
Option Explicit

Sub Drive(folder As String)
	Dim options(0) As New com.sun.star.beans.PropertyValue
	Dim document, files, plans, results, areas(), typed(), formulas() As String, count As Long
	Dim line As String, parts(), cell, index As Long
	options(0).Name = "Hidden"
	options(0).Value = True
	document = StarDesktop.loadComponentFromURL(ConvertToURL(folder & "/planner.xlsx"), "_blank", 0, options())
	For index = 0 To document.Sheets.Count - 1
		document.Sheets(index).unprotect("")
		' Charts would be drawn again for every field.
		Do While document.Sheets(index).Charts.Count > 0
			document.Sheets(index).Charts.removeByName(document.Sheets(index).Charts.ElementNames(0))
		Loop
	Next index
	document.enableAutomaticCalculation(False)
	document.lockControllers()
	document.addActionLock()

	files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
	plans = createUnoService("com.sun.star.io.TextInputStream")
	plans.setInputStream(files.openFileRead(ConvertToURL(folder & "/plans.txt")))
	plans.setEncoding("UTF-8")
	results = createUnoService("com.sun.star.io.TextOutputStream")
	results.setOutputStream(files.openFileWrite(ConvertToURL(folder & "/results.txt")))
	results.setEncoding("UTF-8")

	' The first line names the areas to write down.
	areas = Split(plans.readLine(), Chr(9))
	ReDim typed(20000)
	ReDim formulas(20000) As String
	count = 0
	Do While Not plans.isEOF()
		line = plans.readLine()
		parts = Split(line, Chr(9))
		If parts(0) = "=" Then
			document.calculate()
			For index = 0 To UBound(areas)
				WriteArea(results, document, areas(index))
			Next index
			results.writeString("=" & Chr(10))
			' The next plan begins with empty fields, and with the formulas that this one has typed over.
			For index = 0 To count - 1
				typed(index).setFormula(formulas(index))
			Next index
			count = 0
		ElseIf UBound(parts) = 2 Then
			cell = CellAt(document, parts(1))
			formulas(count) = ""
			If Left(cell.getFormula(), 1) = "=" Then formulas(count) = cell.getFormula()
			If parts(0) = "n" Then
				cell.setValue(Val(parts(2)))
			ElseIf parts(0) = "t" Then
				cell.setString(parts(2))
			Else
				cell.setFormula("")
			End If
			typed(count) = cell
			count = count + 1
		End If
	Loop
	results.closeOutput()
	plans.closeInput()
	document.close(True)
	StarDesktop.terminate()
End Sub

Function CellAt(document, name As String)
	Dim parts()
	parts = Split(name, "!")
	CellAt = document.Sheets.getByName(parts(0)).getCellRangeByName(parts(1))
End Function

' Writes one line for each row: numbers as #1.5, texts as they are, tabs between.
Sub WriteArea(results, document, name As String)
	Dim rows(), row(), values() As String, r As Long, c As Long
	rows = CellAt(document, name).getDataArray()
	For r = 0 To UBound(rows)
		row = rows(r)
		ReDim values(UBound(row)) As String
		For c = 0 To UBound(row)
			If VarType(row(c)) = 8 Then
				values(c) = row(c)
			ElseIf VarType(row(c)) = 5 Then
				values(c) = "#" & Trim(Str(row(c)))
			Else
				values(c) = "!error"
			End If
		Next c
		results.writeString(Join(values(), Chr(9)) & Chr(10))
	Next r
End Sub
