using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>The list of variables of node-red-contrib-s7-suite: name, address such as <c>DB1,BOOL6.0</c>, data type and comment.</summary>
internal sealed partial class S7Suite : SourceReader
{
    public override string Format => "Node-RED s7-suite CSV";

    public override IReadOnlyList<string> Headings => ["Name", "Address", "Data Type", "Comment"];

    public override bool Recognises(Source source) =>
        CsvTable.HeadingsOf(source) is { Count: 3 or 4 } headings
        && headings.ContainsKey("Name")
        && headings.ContainsKey("Address")
        && headings.ContainsKey("Data Type");

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var row in CsvTable.Rows(source))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (row["Name"].Length == 0)
                continue;
            var text = Bit().Replace(row["Address"].Trim(), "$1X$2");
            if (!GatewayAddress.TryNodeS7(text, out var address, out var type, out var details, out var fault))
            {
                draft.LeaveOut(row.Spot, row["Name"], fault);
                continue;
            }
            // The letters say the width where the data type says the meaning: DB1,WORD2 with INT.
            if (
                !type.IsArray
                && S7DataType.TryParse(row["Data Type"], out var meant, out _)
                && meant.Capacity == 0
                && address.Fits(meant, out _)
            )
                type = meant;
            new GatewayTag("", row["Name"].Split('/'), text, row.Spot)
            {
                Access = TagAccess.ReadWrite,
                Details = details with { Description = row["Comment"] is { Length: > 0 } comment ? comment : null },
            }.AddTo(draft, address, type);
        }
    }

    [GeneratedRegex(@"^(DB\d+,|[IQMEA])BOOL(\d)", RegexOptions.IgnoreCase)]
    private static partial Regex Bit();
}
