using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Tia;

/// <summary>PLC tag tables that TIA Portal exported as XLSX, and the same sheet saved as CSV.</summary>
internal sealed class TagTableSheet : SourceReader
{
    private const string Sheet = "PLC Tags",
        Constants = "Constants";

    public override string Format => "TIA Portal PLC tags (XLSX)";

    public override IReadOnlyList<string> Headings => ["Name", "Data Type", "Logical Address"];

    public override bool Recognises(Source source) =>
        Workbooks.Is(source)
            ? Workbooks.Open(source)?.Sheets.Contains(Sheet, StringComparer.OrdinalIgnoreCase) == true
            : CsvTable.Has(source, "Name", "Data Type", "Logical Address");

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var workbook = Workbooks.Open(source);
        foreach (var row in workbook?.Rows(Sheet) ?? CsvTable.Rows(source))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (row["Name"].Length == 0)
                continue;
            var writable = row["Hmi Writeable"].Length == 0 ? (bool?)null : Cell.IsYes(row["Hmi Writeable"]);
            // The table that every PLC has adds no folder.
            var table = row["Path"] is "Default tag table" or "Standard-Variablentabelle" ? "" : row["Path"];
            new PlcTag(table, row["Name"], row["Data Type"], row["Logical Address"], row["Comment"], writable, row.Spot).AddTo(draft);
        }
        foreach (var row in workbook?.Rows(Constants) ?? [])
        {
            if (Cell.Whole(row["Value"]) is { } number)
                draft.Constants.TryAdd(row["Name"], number);
        }
    }
}
