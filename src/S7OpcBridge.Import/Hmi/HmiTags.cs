using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;
using S7OpcBridge.Map.Compiling;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Hmi;

/// <summary>HMI tags of WinCC Comfort, Advanced and Unified as TIA Portal exports them: XLSX, or the same sheet as CSV.</summary>
internal sealed partial class HmiTags : SourceReader
{
    private const string Sheet = "Hmi Tags";

    public override string Format => "WinCC HMI tags (TIA Portal)";

    public override IReadOnlyList<string> Headings => ["Name", "Connection", "PLC tag", "Address", "Acquisition cycle"];

    public override bool Recognises(Source source) =>
        Workbooks.Is(source)
            ? Workbooks.Open(source)?.Sheets.Contains(Sheet, StringComparer.OrdinalIgnoreCase) == true
            : CsvTable.HeadingsOf(source) is var headings
                && headings.ContainsKey("Name")
                && headings.ContainsKey("Connection")
                && (headings.ContainsKey("PLC tag") || headings.ContainsKey("Address"));

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        foreach (var row in Workbooks.Open(source)?.Rows(Sheet) ?? CsvTable.Rows(source))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (row["Name"].Length > 0)
                ReadTag(row, draft);
        }
    }

    private static void ReadTag(TableRow row, ImportDraft draft)
    {
        var (name, address) = (row["Name"], row["Address"]);
        var symbol = row["PLC tag"];
        if (
            row["Connection"].Length == 0
            || row["Connection"] is "<Internal tag>" or "Internal"
            || (address.Length == 0 && symbol.Length == 0)
        )
        {
            draft.Skip(row.Spot, name, "it is an internal tag of the HMI and lies in no PLC");
            return;
        }
        var (place, type) = (default(S7Address?), default(S7DataType));
        var word = row.Any("DataType", "Data type");
        if (row["Access Method"].StartsWith("Symbolic", StringComparison.OrdinalIgnoreCase) && symbol.Length > 0)
            address = "";
        if (address.Length > 0)
        {
            if (!TryPlace(address, word, row["Length"], out var found, out type, out var fault))
            {
                draft.LeaveOut(row.Spot, name, fault);
                return;
            }
            place = found;
        }
        else if (!TryType(word, row["Length"], out type, out _))
        {
            type = default;
        }
        draft.Add(
            new ImportedTag
            {
                Plc = row["Connection"],
                Path =
                [
                    .. row["Path"]
                        .Split('\\', '/')
                        .Where(level => level.Length > 0 && level is not ("Default tag table" or "Standard-Variablentabelle")),
                    name,
                ],
                Address = place,
                Type = type,
                Symbol = symbol.Length > 0 ? Quoted(symbol) : null,
                Rate = Cell.Time(row["Acquisition cycle"]),
                Details = new TagDetails
                {
                    Description = CommentOf(row, draft.Options.Language),
                    Limits = LimitsOf(row),
                    Scale = ScaleOf(row),
                },
                IsView = true,
                Spot = row.Spot,
            }
        );
    }

    /// <summary>Address and type of an HMI's list: <c>%DB40.DBD288</c> with Real, <c>DB 42 DBD 1400</c>, a String with its length.</summary>
    public static bool TryPlace(string text, string word, string length, out S7Address address, out S7DataType type, out string fault)
    {
        type = default;
        var plain = Old().Replace(Blanks().Replace(text, ""), "$1.$2");
        if (!S7Address.TryParse(plain, out address, out var named, out fault))
            return false;
        if (address.Area is S7Area.Timers or S7Area.Counters)
        {
            type = named;
            return true;
        }
        if (!TryType(word, length, out type, out fault))
            return false;
        if (type.Kind == S7TypeKind.Bool && address.Width != 1)
            type = new S7DataType(
                address.Width switch
                {
                    16 => S7TypeKind.Word,
                    32 => S7TypeKind.DWord,
                    _ => S7TypeKind.Byte,
                }
            );
        // A String or DTL is named by its first bit: %DB2.DBX30.0.
        if (address is { Width: 1, Bit: 0 } && type.Kind != S7TypeKind.Bool && TagAddressResolver.WidthOf(type) is 8 and var width)
            address = address with { Width = width };
        return address.Fits(type, out fault);
    }

    private static bool TryType(string word, string length, out S7DataType type, out string fault)
    {
        var name = word.Trim() switch
        {
            "StringChar" or "String" or "WString" => $"{(word.Trim() == "WString" ? "WString" : "String")}[{Cell.Whole(length) ?? 254}]",
            "Date and time" or "Date and Time" or "DateTime" or "Date_And_Time" => "DT",
            "Time of day" or "Time of Day" => "TOD",
            "" => "Bool",
            var other => other,
        };
        return S7DataType.TryParse(name, out type, out fault);
    }

    /// <summary>The scale of a row with linear scaling; null: none.</summary>
    public static TagScale? Linear(bool isOn, double? rawHigh, double? rawLow, double? high, double? low) =>
        isOn && rawHigh is { } h && rawLow is { } l && high is { } to && low is { } from && h != l && to != from
            ? new TagScale(l, h, from, to)
            : null;

    private static TagScale? ScaleOf(TableRow row) =>
        Linear(
            Cell.IsYes(row["Linear scaling"]),
            Cell.Number(row["End value PLC"]),
            Cell.Number(row["Start value PLC"]),
            Cell.Number(row["End value HMI"]),
            Cell.Number(row["Start value HMI"])
        );

    private static TagRange? LimitsOf(TableRow row) =>
        Cell.Number(row.Any("Limit Lower 2", "Limit Lower 1")) is { } low
        && Cell.Number(row.Any("Limit Upper 2", "Limit Upper 1")) is { } high
        && low < high
            ? new TagRange(low, high)
            : null;

    private static string? CommentOf(TableRow row, string? language)
    {
        var headings = row.Columns.Keys.Where(heading => heading.StartsWith("Comment", StringComparison.OrdinalIgnoreCase)).ToList();
        var wished = headings.Find(heading => language is not null && heading.Contains(language, StringComparison.OrdinalIgnoreCase));
        var text = wished is not null ? row[wished] : headings.Select(heading => row[heading]).FirstOrDefault(text => text.Length > 0, "");
        return text.Length > 0 ? text : null;
    }

    // DB_Pack.State.Running: the first level is the block or tag.
    private static string Quoted(string symbol) =>
        symbol.StartsWith('"') ? symbol
        : symbol.IndexOf('.') is > 0 and var dot ? $"\"{symbol[..dot]}\"{symbol[dot..]}"
        : $"\"{symbol}\"";

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();

    // DB42DBD1400 of WinCC flexible.
    [GeneratedRegex(@"^(DB\d+)(DB[XBWD]\d)")]
    private static partial Regex Old();
}
