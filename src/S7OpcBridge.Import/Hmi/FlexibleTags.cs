using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Readers;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Hmi;

/// <summary>Tags that WinCC flexible exported: separated by tabs, below a head of lines with # that describes columns A to T.</summary>
internal sealed class FlexibleTags : SourceReader
{
    private const int Name = 0,
        Connection = 1,
        Address = 2,
        Type = 3,
        Length = 4,
        Count = 5,
        Cycle = 7,
        Upper = 8,
        Lower = 11,
        Scaling = 12,
        RawHigh = 13,
        RawLow = 14,
        High = 15,
        Low = 16,
        Comment = 19;

    public override string Format => "WinCC flexible CSV";

    public override bool Recognises(Source source) =>
        source.Head.Contains("WinCC flexible", StringComparison.Ordinal)
        && source.Head.Contains("tag export", StringComparison.OrdinalIgnoreCase);

    public override void Read(Source source, ImportDraft draft, CancellationToken cancellationToken)
    {
        var number = 0;
        var separator = source.Text.Contains('\t') ? '\t' : ';';
        foreach (var line in source.Text.AsSpan().EnumerateLines())
        {
            cancellationToken.ThrowIfCancellationRequested();
            number++;
            var text = line.ToString();
            if (text.StartsWith('#') || text.IndexOf(separator) < 0)
                continue;
            string[] cells = [.. text.Split(separator).Select(cell => cell.Trim().Trim('"')), .. Enumerable.Repeat("", 20)];
            ReadTag(cells, source.Start with { Line = number }, draft);
        }
    }

    private static void ReadTag(string[] cells, Map.SourceLocation spot, ImportDraft draft)
    {
        if (cells[Connection].Length == 0 || cells[Address].Length == 0)
        {
            draft.Skip(spot, cells[Name], "it is an internal tag of the HMI and lies in no PLC");
            return;
        }
        if (!HmiTags.TryPlace(cells[Address], cells[Type], cells[Length], out var address, out var type, out var fault))
        {
            draft.LeaveOut(spot, cells[Name], fault);
            return;
        }
        if (Cell.Whole(cells[Count]) is > 1 and <= 65536 and var count && address.Area is not (S7Area.Timers or S7Area.Counters))
            type = type with { ArrayLength = count };
        var limits =
            Cell.Number(cells[Lower]) is { } low && Cell.Number(cells[Upper]) is { } high && low < high
                ? new TagRange(low, high)
                : default(TagRange?);
        draft.Add(
            new ImportedTag
            {
                Plc = cells[Connection],
                Path = cells[Name].Split('.', '\\'),
                Address = address,
                Type = type,
                Rate = Cell.Time(cells[Cycle]),
                Details = new TagDetails
                {
                    Description = cells[Comment].Length > 0 ? cells[Comment] : null,
                    Limits = limits,
                    Scale = HmiTags.Linear(
                        Cell.IsYes(cells[Scaling]),
                        Cell.Number(cells[RawHigh]),
                        Cell.Number(cells[RawLow]),
                        Cell.Number(cells[High]),
                        Cell.Number(cells[Low])
                    ),
                },
                IsView = true,
                Spot = spot,
            }
        );
    }
}
