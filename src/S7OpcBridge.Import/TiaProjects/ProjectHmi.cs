using S7OpcBridge.Core;
using S7OpcBridge.Import.Hmi;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.TiaProjects;

/// <summary>The tags of WinCC Basic, Comfort and Advanced in a project: they give rate, limits and scale to the PLC tags that they show.</summary>
/// <param name="store">The project.</param>
/// <param name="draft">The list.</param>
/// <param name="spot">Where findings point to.</param>
/// <param name="nameOf">Name of a CPU in the list.</param>
internal sealed class ProjectHmi(PlfStore store, ImportDraft draft, SourceLocation spot, Func<PlfObject, string> nameOf)
{
    public void Read(CancellationToken cancellationToken)
    {
        var links = new Dictionary<PlfObject, Dictionary<long, string>>();
        foreach (var tag in store.All("HmiTagData"))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (tag.Name.Length > 0 && tag.One("Environment")?.Is("ProjectData") == true && tag.One("TRefParent") is null)
                ReadTag(tag, links);
        }
    }

    private void ReadTag(PlfObject tag, Dictionary<PlfObject, Dictionary<long, string>> links)
    {
        var name = $"{tag.One("Target")?.Name}/{tag.Name}";
        if (tag.One("IHmiTagAttributes_Connection") is not { } connection)
        {
            draft.Skip(spot, name, "it is an internal tag of the HMI and lies in no PLC");
            return;
        }
        if (PlcOf(connection) is not { } plc)
        {
            draft.Skip(spot, name, $"its connection '{connection.Name}' leads to no PLC of this project");
            return;
        }
        var symbol = LinkOf(tag, links);
        var type = tag.Text("IStructureItem.DisplayTypeName");
        // A symbolic tag keeps an address from former times; only that of an absolute tag holds.
        if (symbol is not null)
            Add(tag, plc, symbol, place: null, S7DataType.TryParse(type, out var known, out _) ? known : default);
        else if (HmiTags.TryPlace(tag.Text("ITagAddress.LogicalAddress"), type, "", out var found, out var named, out var fault))
            Add(tag, plc, symbol: null, found, named);
        else
            draft.LeaveOut(spot, name, fault);
    }

    private void Add(PlfObject tag, string plc, string? symbol, S7Address? place, S7DataType type) =>
        draft.Add(
            new ImportedTag
            {
                Plc = plc,
                Path = tag.One("TagTable") is { } table && !DefaultTables.Contains(table.Name) ? [table.Name, tag.Name] : [tag.Name],
                Address = place,
                Type = type,
                Symbol = symbol,
                Rate = Cell.Time(tag.One("IHmiTagAttributes_AcquisitionCycle")?.Name ?? ""),
                Details = new TagDetails
                {
                    Description = ProjectTexts.Choose(tag.Texts("ICoreAttributes.Comment"), draft.Options.Language) is { Length: > 0 } text
                        ? text
                        : null,
                    Limits = LimitsOf(tag),
                    Scale = ScaleOf(tag),
                },
                IsView = true,
                Spot = spot,
            }
        );

    private string? PlcOf(PlfObject connection)
    {
        var end = connection.One("ConnectionPoint");
        var cpu = end?.One("Conn2RemoteTargets") ?? end?.One("Conn2Conn")?.One("Target");
        return cpu?.Is("S7ControllerTargetData") == true ? nameOf(cpu) : null;
    }

    // The table keeps the links of its tags; a tag knows the number of its own.
    private static string? LinkOf(PlfObject tag, Dictionary<PlfObject, Dictionary<long, string>> links)
    {
        if (tag.One("InverseConsumer") is not { } keeper || tag.Own("LinkHandle")?.Long is not { } handle)
            return null;
        // A structure with its size, 8, and the number.
        var index = (int)(handle >> 32);
        if (!links.TryGetValue(keeper, out var paths))
        {
            links.Add(keeper, paths = []);
            foreach (var link in keeper.Records("IScopedLinkMaintainerData.Links"))
            {
                if (link.Inner("Handle")?.Whole("Index") is { } number && link.Text("QuotedNamePath") is { Length: > 0 } path)
                    paths.TryAdd(number, path);
            }
        }
        return paths.GetValueOrDefault(index);
    }

    // The outer pair of limits, else the inner one; a limit that is another tag changes while the HMI runs.
    private static TagRange? LimitsOf(PlfObject tag) =>
        (Limit(tag, "LimitLow") ?? Limit(tag, "LimitLowHigh")) is { } low
        && (Limit(tag, "LimitHigh") ?? Limit(tag, "LimitHighLow")) is { } high
        && low < high
            ? new TagRange(low, high)
            : null;

    private static double? Limit(PlfObject tag, string name) =>
        tag.Word($"IHmiTagStructureAttributes.{name}Type") == "Constant"
            ? Cell.Number(tag.Text($"IHmiTagStructureAttributes.{name}Constant"))
            : null;

    private static TagScale? ScaleOf(PlfObject tag) =>
        HmiTags.Linear(
            tag.Whole("IHmiTagStructureAttributes.LinearScaling") > 0,
            Real(tag, "ScalingPlcHigh"),
            Real(tag, "ScalingPlcLow"),
            Real(tag, "ScalingHmiHigh"),
            Real(tag, "ScalingHmiLow")
        );

    private static double? Real(PlfObject tag, string attribute) =>
        tag.Whole($"IHmiTagStructureAttributes.{attribute}") is { } bits
        && BitConverter.Int64BitsToDouble(bits) is var number
        && double.IsFinite(number)
            ? number
            : null;
}
