using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.TagNodes;

/// <summary>
/// The changes of the address space by a reload, per PLC: PLC objects have the NodeVersion, so clients browse them again (OPC 10000-3, 9.32.2).
/// </summary>
internal static class ModelChanges
{
    /// <summary>The changes by PLC; unchanged PLCs are omitted.</summary>
    public static Dictionary<int, ModelChangeVerb> From(MapMigration next)
    {
        var (before, after) = (next.Before, next.After);
        var verbs = new Dictionary<int, ModelChangeVerb>();
        var old = before.Listed.ToDictionary(tag => (tag.Plc, tag.Path));
        foreach (var tag in after.Listed)
        {
            if (!old.Remove((tag.Plc, tag.Path), out var was))
                Add(tag.Plc, ModelChangeVerb.ReferenceAdded);
            else if (was != tag)
                Add(tag.Plc, DifferenceOf(was, tag));
        }
        foreach (var tag in old.Values)
            Add(tag.Plc, ModelChangeVerb.ReferenceDeleted);
        foreach (var group in after.ScanGroups)
        {
            var was = group.Index < before.ScanGroups.Length ? before.ScanGroups[group.Index] : null;
            if (!group.IsGone && was is null or { IsGone: true })
                Add(group.Plc, ModelChangeVerb.ReferenceAdded);
            else if (group.IsGone && was is { IsGone: false })
                Add(was.Plc, ModelChangeVerb.ReferenceDeleted);
        }
        // For an added or removed PLC the nodes below it are not listed separately.
        foreach (var plc in after.Plcs)
        {
            var wasThere = plc.Index < before.Plcs.Length && !before.Plcs[plc.Index].IsGone;
            if (wasThere == plc.IsGone)
                verbs[plc.Index] = plc.IsGone ? ModelChangeVerb.NodeDeleted : ModelChangeVerb.NodeAdded;
        }
        return verbs;

        void Add(int plc, ModelChangeVerb verb)
        {
            if (verb != 0)
                verbs[plc] = verbs.GetValueOrDefault(plc) | verb;
        }
    }

    /// <summary>The same in the form of the model change event.</summary>
    public static ModelChange[] ToEvent(TagMap map, Dictionary<int, ModelChangeVerb> changes) =>
        [
            .. changes.Select(change => new ModelChange(
                new NodeId(TagAddressSpace.NamespaceIndex, map.Plcs[change.Key].Name),
                new NodeId(0, Ids.BaseObjectType),
                change.Value
            )),
        ];

    /// <summary>True where the meaning of the value has changed, so that clients must read the properties again (OPC 10000-8, 5.3.2.3 and 5.3.3).</summary>
    public static bool IsOtherMeaning(Tag before, Tag after) =>
        (before.Details?.Unit, before.Details?.Range, before.Details?.Limits)
            != (after.Details?.Unit, after.Details?.Range, after.Details?.Limits)
        || !Equals(before.Details?.States, after.Details?.States);

    private static ModelChangeVerb DifferenceOf(Tag before, Tag after)
    {
        var verb = default(ModelChangeVerb);
        if (before.ValueKind != after.ValueKind || before.IsArray != after.IsArray)
            verb |= ModelChangeVerb.DataTypeChanged;
        if (before.Details?.NodeId != after.Details?.NodeId || IsOtherMeaning(before, after))
            verb |= ModelChangeVerb.ReferenceAdded | ModelChangeVerb.ReferenceDeleted;
        return verb;
    }
}
