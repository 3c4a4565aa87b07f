using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Gateways;

/// <summary>Tags of EMQX Neuron with its plugins for Siemens S7: the table as XLSX or CSV, and nodes as JSON.</summary>
internal sealed partial class Neuron : SourceReader
{
    // Numbers of types in its JSON.
    private static readonly string[] Types =
    [
        "",
        "INT8",
        "UINT8",
        "INT16",
        "UINT16",
        "INT32",
        "UINT32",
        "INT64",
        "UINT64",
        "FLOAT",
        "DOUBLE",
        "BIT",
        "BIT",
        "STRING",
        "BYTES",
        "",
        "WORD",
        "DWORD",
        "LWORD",
    ];

    public override string Format => "EMQX Neuron";

    public override IReadOnlyList<string> Headings => ["group", "name", "address", "attribute", "type"];

    public override bool Recognises(Source source)
    {
        if (Workbooks.Open(source) is { } workbook)
            return workbook.Sheets.FirstOrDefault() is { } sheet && IsTable(workbook.Headings(sheet));
        return source.Head.AsSpan().TrimStart() is ['{', ..]
            ? source.Text.Contains("\"attribute\"", StringComparison.Ordinal)
                && source.Text.Contains("\"address\"", StringComparison.Ordinal)
                && source.Text.Contains("\"tags\"", StringComparison.Ordinal)
            : IsTable(CsvTable.HeadingsOf(source));
    }

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        if (source.Head.AsSpan().TrimStart() is ['{', ..])
        {
            ReadJson(JsonTree.Read(source), draft, cancellationToken);
            return;
        }
        var workbook = Workbooks.Open(source);
        foreach (var row in workbook?.Rows(workbook.Sheets.First()) ?? CsvTable.Rows(source))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (row["name"].Length > 0)
                Add(draft, "", row["group"], Cell.Milliseconds(row["interval"]), heading => row[heading], row.Spot);
        }
    }

    private static bool IsTable(IReadOnlyDictionary<string, int> headings) =>
        headings.ContainsKey("group")
        && headings.ContainsKey("name")
        && headings.ContainsKey("address")
        && headings.ContainsKey("attribute")
        && headings.ContainsKey("type");

    private static void ReadJson(JsonTree root, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var node in root.Has("nodes") ? root["nodes"].Items : [root])
        {
            var settings = node["params"];
            var name = node.Has("name") ? node["name"].Text : node["node"].Text;
            if (settings.Has("host"))
            {
                var plc = draft.Plc(name, node.Spot, settings["host"].Text, settings["port"].Whole);
                name = plc.Name;
                (plc.Rack, plc.Slot) = (settings["rack"].Whole, settings["slot"].Whole);
            }
            foreach (var group in node.Has("groups") ? node["groups"].Items : [node])
            {
                var folder = group.Has("group") ? group["group"].Text : group["name"].Text;
                foreach (var tag in group["tags"].Items)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    Add(
                        draft,
                        name,
                        tag.Has("group") ? tag["group"].Text : folder,
                        Cell.Milliseconds(group["interval"].Text),
                        key => tag[key].Text,
                        tag.Spot
                    );
                }
            }
        }
    }

    private static void Add(ImportDraft draft, string plc, string group, TimeSpan? rate, Func<string, string> value, SourceLocation spot)
    {
        var (name, attribute) = (value("name"), value("attribute"));
        var type =
            Cell.Whole(value("type")) is > 0 and var number && number < Types.Length ? Types[number] : value("type").ToUpperInvariant();
        if (!TryRead(value("address"), type, out var address, out var s7, out var fault))
        {
            draft.LeaveOut(spot, name, fault);
            return;
        }
        var canWrite = Cell.Whole(attribute) is { } bits
            ? (bits & 2) != 0
            : attribute.Contains("Write", StringComparison.OrdinalIgnoreCase);
        var scale =
            Cell.Number(value("decimal")) is { } factor
            && factor is not (0 or 1)
            && s7.ValueKind is >= S7ValueKind.SByte and <= S7ValueKind.Double
            && !s7.IsArray
                ? new TagScale(0, 1, Cell.Number(value("bias")) ?? 0, (Cell.Number(value("bias")) ?? 0) + factor)
                : null;
        new GatewayTag(plc, group.Length > 0 ? [group, name] : [name], value("address"), spot)
        {
            Access = canWrite ? TagAccess.ReadWrite : TagAccess.Read,
            Rate = rate,
            Details = new TagDetails { Scale = scale, Description = value("description") is { Length: > 0 } text ? text : null },
        }.AddTo(draft, address, s7);
    }

    // The letter says nothing: DBW10 is any width, DBW10.0 a bit, DBW12.20 a text of 20.
    private static bool TryRead(string text, string word, out S7Address address, out S7DataType type, out string fault)
    {
        (address, type) = (default, default);
        if (Place().Match(text.Trim().ToUpperInvariant()) is not { Success: true } parts)
        {
            fault = $"'{text}' is no address of Neuron such as DB1.DBW10";
            return false;
        }
        var (area, first, more) = (
            parts.Groups[1].Value switch
            {
                "O" => "Q",
                "F" => "M",
                var other => other,
            },
            parts.Groups[2].Value,
            parts.Groups[3].Value
        );
        var name = word switch
        {
            "INT8" => "SInt",
            "UINT8" => "USInt",
            "INT16" => "Int",
            "UINT16" => "UInt",
            "INT32" => "DInt",
            "UINT32" => "UDInt",
            "INT64" => "LInt",
            "UINT64" => "ULInt",
            "FLOAT" => "Real",
            "DOUBLE" => "LReal",
            "BIT" or "BOOL" => "Bool",
            "STRING" => $"{(parts.Groups[4].Value == "D" ? "WString" : "String")}[{(more.Length > 0 ? more : "254")}]",
            "ARRAY_CHAR" => $"Chars({(more.Length > 0 ? more : "1")})",
            "BYTES" => $"Byte[{(more.Length > 0 ? more : "1")}]",
            _ => word,
        };
        if (area is "T" or "C")
            return S7Address.TryParse($"{area}{first}", out address, out type, out fault);
        if (!S7DataType.TryParse(name, out type, out fault))
            return false;
        var isBit = type.Kind == S7TypeKind.Bool;
        var place = isBit ? $"{first}.{(more.Length > 0 ? more : "0")}" : first;
        if (
            !S7Address.TryParse(
                area.StartsWith("DB", StringComparison.Ordinal)
                    ? $"{area}.DB{(isBit ? "X" : "B")}{place}"
                    : $"{area}{(isBit ? "" : "B")}{place}",
                out address,
                out _,
                out fault
            )
        )
            return false;
        address = address with { Width = TagAddressResolver.WidthOf(type) };
        return address.Fits(type, out fault);
    }

    [GeneratedRegex(@"^(DB\d+(?=\.DB)|[IOQMFTC])(?:\.DB[XBWD]|[XBWD])?(\d+)(?:\.(\d+))?([A-Z]?)$")]
    private static partial Regex Place();
}
