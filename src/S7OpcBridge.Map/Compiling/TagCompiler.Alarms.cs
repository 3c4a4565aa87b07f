using S7OpcBridge.Core;
using S7OpcBridge.Map.AlarmCompiling;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Hands the alarms of tags to their compiler, and makes tags for the bits by which they are acknowledged.</summary>
internal sealed partial class TagCompiler
{
    // Bits by which alarms are acknowledged and that no tag of the map has.
    private const string AcknowledgeFolder = "_Acknowledge/";

    /// <summary>Compiles the alarms.</summary>
    public required AlarmCompiler Alarms { get; init; }

    private void AddAlarms(RawTagAlarms? alarms, RawGroup group)
    {
        if (alarms is not { Own: not null } and not { List: not null })
            return;
        var scan = scans[Tags[^1].ScanGroup];
        if (scan.Mode != ScanMode.AtRate)
            findings.Warning(
                alarms.Own?.Spot ?? alarms.List!.Spot,
                $"the alarm is seen only while '{Tags[^1].Name}' is read, and its scan class "
                    + $"'{scan.Name}' is not read all the time; use another class"
            );
        Alarms.Add(Tags.Count - 1, alarms, group.AlarmClass);
    }

    private void FinishAlarms(int firstTag, int firstSymbol)
    {
        var open = Symbols.Skip(firstSymbol).Where(entry => entry.IsBrowse || entry.Type.Kind == S7TypeKind.None);
        Alarms.Finish(Tags, firstTag, [.. open.Select(entry => entry.Path)], MakeBit);
    }

    private Tag? MakeBit(S7Address address, SourceLocation spot, Tag near)
    {
        var count = Tags.Count;
        var draft = new RawTag(new RawGroup(parent: null), spot)
        {
            NameSpot = spot,
            AddressSpot = spot,
            Scan = scans[near.ScanGroup].Name,
            ScanSpot = spot,
        };
        AddOne(
            draft,
            $"{AcknowledgeFolder}{address}",
            spot,
            address,
            new S7DataType(S7TypeKind.Bool),
            details: null,
            TagAccess.ReadWrite,
            uaType: null
        );
        return Tags.Count > count ? Tags[^1] : null;
    }
}
