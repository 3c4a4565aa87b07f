using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>The instance of ioBroker.s7 as JSON, and the tables of its tabs as TSV, CSV or XLSX.</summary>
internal sealed class IoBroker : SourceReader
{
    private static readonly (string List, string Area)[] Lists = [("inputs", "I"), ("outputs", "Q"), ("markers", "M"), ("dbs", "")];

    public override string Format => "ioBroker.s7";

    public override IReadOnlyList<string> Headings => ["Address", "Name", "Type", "Length", "RW"];

    public override bool Recognises(Source source) =>
        Workbooks.Open(source) is { } workbook ? workbook.Sheets.Any(sheet => IsTable(workbook.Headings(sheet)))
        : source.Head.AsSpan().TrimStart() is ['{' or '[', ..]
            ? source.Text.Contains("\"markers\"", StringComparison.Ordinal)
                && source.Text.Contains("\"dbs\"", StringComparison.Ordinal)
                && source.Text.Contains("\"params\"", StringComparison.Ordinal)
        : IsTable(CsvTable.HeadingsOf(source));

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        if (source.Head.AsSpan().TrimStart() is not ['{' or '[', ..])
        {
            foreach (var row in Rows(source))
            {
                cancellationToken.ThrowIfCancellationRequested();
                Add(draft, "", "", heading => heading == "Address" ? AddressOf(row) : row[heading], row.Spot, rate: null);
            }
            return;
        }
        var root = JsonTree.Read(source);
        foreach (var instance in root.Items.Count > 0 ? root.Items : [root])
        {
            var native = instance.Has("native") ? instance["native"] : instance;
            var settings = native["params"];
            var name = instance["_id"].Text is { Length: > 0 } id
                ? id[(id.LastIndexOf("adapter.", StringComparison.Ordinal) is >= 0 and var at ? at + 8 : 0)..]
                : settings["ip"].Text;
            var plc = draft.Plc(name, settings.Spot, settings["ip"].Text);
            name = plc.Name;
            (plc.Rack, plc.Slot) = (settings["rack"].Whole, settings["slot"].Whole);
            foreach (var (list, area) in Lists)
            {
                foreach (var entry in native[list].Items)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    Add(draft, name, area, heading => entry[heading].Text, entry.Spot, Cell.Milliseconds(settings["poll"].Text));
                }
            }
        }
    }

    private static IEnumerable<TableRow> Rows(Source source) =>
        Workbooks.Open(source) is { } workbook
            ? workbook.Sheets.Where(sheet => IsTable(workbook.Headings(sheet))).SelectMany(workbook.Rows)
            : CsvTable.Rows(source);

    // The tables of its documentation have block, byte and bit in columns of their own.
    private static bool IsTable(IReadOnlyDictionary<string, int> headings) =>
        headings.ContainsKey("Name")
        && headings.ContainsKey("Description")
        && headings.ContainsKey("Type")
        && headings.ContainsKey("Length")
        && (headings.ContainsKey("Address") || headings.ContainsKey("DB") && headings.ContainsKey("Byte"));

    private static string AddressOf(TableRow row)
    {
        if (row["Address"] is { Length: > 0 } address)
            return address;
        var place = row["Bit"].Length > 0 ? $"{row["Byte"]}.{row["Bit"]}" : row["Byte"];
        return place.Length == 0 ? "" : $"DB{row["DB"]} {place}";
    }

    private static void Add(ImportDraft draft, string plc, string area, Func<string, string> value, SourceLocation spot, TimeSpan? rate)
    {
        var (name, text) = (value("Name"), value("Address"));
        if (
            name.Length == 0
            || !TryRead(area, text, value("Type"), Cell.Whole(value("Length")) ?? 0, out var address, out var type, out var fault)
        )
        {
            if (name.Length + text.Length > 0)
                draft.LeaveOut(spot, name, name.Length == 0 ? "it has no name" : $"'{text}' with type '{value("Type")}' can't be read");
            return;
        }
        new GatewayTag(plc, name.Split('.'), text, spot)
        {
            Access = Cell.IsYes(value("RW")) ? TagAccess.ReadWrite : TagAccess.Read,
            Rate = rate,
            Details = new TagDetails
            {
                Unit = value("Unit") is { Length: > 0 } unit ? unit : null,
                Description = value("Description") is { Length: > 0 } description ? description : null,
            },
        }.AddTo(draft, address, type);
        if (fault.Length > 0)
            draft.Change(spot, name, fault);
    }

    // 'DB2 4.1', 'DB2 +4', '12.3': the type says the width.
    private static bool TryRead(
        string area,
        string text,
        string word,
        int length,
        out S7Address address,
        out S7DataType type,
        out string fault
    )
    {
        (address, type, fault) = (default, default, "");
        var place = text.Trim().ToUpperInvariant();
        var prefix = area;
        if (place.StartsWith("DB", StringComparison.Ordinal) && place.IndexOf(' ') is > 2 and var blank)
            (prefix, place) = (place[..blank], place[(blank + 1)..].Trim().TrimStart('+'));
        if (prefix.Length == 0 || place.Length == 0)
            return false;
        var name = word.ToUpperInvariant() switch
        {
            "S7STRING" => $"String[{Math.Clamp(length - 2, 1, 254)}]",
            "STRING" => $"Chars({Math.Clamp(length, 1, 65536)})",
            "ARRAY" => $"Byte[{Math.Clamp(length, 1, 65536)}]",
            "S7TIME" => "DT",
            var other => other,
        };
        if (!S7DataType.TryParse(name, out type, out _))
            return false;
        var isBit = type.Kind == S7TypeKind.Bool;
        var first = place.Split('.')[0];
        var plain =
            isBit && !place.Contains('.') ? $"{place}.0"
            : isBit ? place
            : first;
        var full = prefix.StartsWith("DB", StringComparison.Ordinal)
            ? $"{prefix}.DB{(isBit ? "X" : "B")}{plain}"
            : $"{prefix}{(isBit ? "" : "B")}{plain}";
        if (!S7Address.TryParse(full, out address, out _, out _))
            return false;
        address = address with { Width = TagAddressResolver.WidthOf(type) };
        return address.Fits(type, out _);
    }
}
