using S7OpcBridge.Import.Lists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Looks up the tags that trigger alarms: an address becomes a tag where there is none yet, and a name that no source knows is reported.</summary>
internal sealed class AlarmTriggers(ImportDraft draft)
{
    /// <summary>Adds what is missing and can be added.</summary>
    public void Resolve()
    {
        if (draft.Triggers.Count == 0)
            return;
        var known = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var tag in draft.Tags)
        {
            known.Add(tag.Name.Replace('/', '.'));
            known.Add(tag.Path[^1]);
            if (tag.Symbol is { } symbol)
                known.Add(symbol.Replace("\"", "", StringComparison.Ordinal));
        }
        foreach (var alarms in draft.Triggers.GroupBy(trigger => trigger.Tag))
        {
            if (known.Contains(alarms.Key.Replace("\"", "", StringComparison.Ordinal)))
                continue;
            var (spot, count) = (alarms.First().Spot, alarms.Count());
            if (S7Address.TryParse(alarms.Key, out var address, out var type, out _))
                draft.Add(new ImportedTag { Path = [alarms.Key.TrimStart('%')], Address = address, Type = OfWidth(address, type), IsView = true, Spot = spot });
            else
                draft.LeaveOut(spot, alarms.Key, $"it triggers {count:N0} {(count == 1 ? "alarm" : "alarms")}, and no source tells where it lies; import the "
                    + "list of HMI tags, or the tag table or block, as well");
        }
    }

    private static S7DataType OfWidth(in S7Address address, S7DataType type) => type.Kind != S7TypeKind.None
        ? type
        : new S7DataType(address.Width switch { 1 => S7TypeKind.Bool, 8 => S7TypeKind.Byte, 16 => S7TypeKind.Word, _ => S7TypeKind.DWord });
}
