using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>What a structure says for all its members, and what it can't say because it is no value.</summary>
internal static class StructureDetails
{
    /// <summary>The keys given that go with one value, as words for a message; null: none.</summary>
    public static string? ValueKeys(TagDetails? details, string? uaType)
    {
        var keys = new List<string>();
        Add(details?.Unit is not null, "unit");
        Add(details?.Range is not null, "range");
        Add(details?.Limits is not null, "limits");
        Add(details?.NodeId is not null, "nodeId");
        Add(details?.Deadband is not null, "deadband");
        Add(details?.Scale is not null, "scale");
        Add(details is { Swap: not TagSwap.None }, "swap");
        Add(details is { AnalogFaults: true }, "analogFaults");
        Add(details?.States is not null, "states");
        Add(uaType is not null, "uaType");
        return keys.Count switch { 0 => null, 1 => keys[0] + " goes", _ => $"{string.Join(", ", keys[..^1])} and {keys[^1]} go" };

        void Add(bool given, string key)
        {
            if (given)
                keys.Add(key);
        }
    }

    /// <summary>True where it says something for its members.</summary>
    public static bool HasForMembers(TagDetails? details) => details is { Encoding: not null } or { TimeZone: not null } or { TimestampEveryScan: true } or { WriteEvery: not null };

    /// <summary>A member's details with what the structure around it says for it: the code page of texts, the zone of points in time, the source time, the pace of writes.</summary>
    /// <param name="outer">The structure's details.</param>
    /// <param name="member">The member's own, which go first.</param>
    /// <param name="type">The member's type as clients see it.</param>
    public static TagDetails? Inherit(TagDetails? outer, TagDetails? member, S7DataType type)
    {
        if (outer is null || !HasForMembers(outer))
            return member;
        var own = member ?? new TagDetails();
        var heir = own with
        {
            Encoding = own.Encoding ?? (type.Kind is S7TypeKind.Char or S7TypeKind.String or S7TypeKind.Chars ? outer.Encoding : null),
            TimeZone = own.TimeZone ?? (type.Kind is S7TypeKind.DateAndTime or S7TypeKind.DTL or S7TypeKind.LDT ? outer.TimeZone : null),
            TimestampEveryScan = own.TimestampEveryScan || (outer.TimestampEveryScan && own.Deadband is null),
            WriteEvery = own.WriteEvery ?? outer.WriteEvery,
        };
        return member is null && heir == new TagDetails() ? null : heir;
    }
}
