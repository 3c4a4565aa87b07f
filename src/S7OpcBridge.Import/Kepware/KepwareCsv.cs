using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Kepware;

/// <summary>The tags of one device as KEPServerEX, TOP Server, IGS and ThingWorx Kepware Server export them. The file does not name the PLC.</summary>
internal sealed class KepwareCsv : SourceReader
{
    public override string Format => "Kepware CSV";

    public override IReadOnlyList<string> Headings => ["Tag Name", "Address", "Data Type", "Client Access"];

    public override bool Recognises(Source source) => CsvTable.Has(source, "Tag Name", "Address", "Data Type", "Client Access");

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var row in CsvTable.Rows(source))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (row["Tag Name"].Length == 0)
                continue;
            new KepwareTag
            {
                Name = row["Tag Name"],
                Address = row["Address"],
                DataType = row["Data Type"],
                IsReadOnly = row["Client Access"].Equals("RO", StringComparison.OrdinalIgnoreCase),
                IsWriteOnly = row["Client Access"].Equals("WO", StringComparison.OrdinalIgnoreCase),
                Rate = Cell.Milliseconds(row["Scan Rate"]),
                Scaling = row["Scaling"],
                Raw = (Cell.Number(row["Raw Low"]), Cell.Number(row["Raw High"])),
                Scaled = (Cell.Number(row["Scaled Low"]), Cell.Number(row["Scaled High"])),
                ClampLow = Cell.IsYes(row["Clamp Low"]),
                ClampHigh = Cell.IsYes(row["Clamp High"]),
                Negate = Cell.IsYes(row["Negate Value"]),
                Unit = row.Any("Eng Units", "Eng. Units"),
                Description = row["Description"],
                Spot = row.Spot,
            }.AddTo(draft);
        }
    }
}
