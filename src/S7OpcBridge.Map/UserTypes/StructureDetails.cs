using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>The settings that a structure passes on to its members, and those that it may not have because they belong to a single value.</summary>
internal static class StructureDetails
{
    /// <summary>The given keys that belong to a single value, for a message; null: none.</summary>
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
        return keys.Count switch
        {
            0 => null,
            1 => keys[0] + " goes",
            _ => $"{string.Join(", ", keys[..^1])} and {keys[^1]} go",
        };

        void Add(bool given, string key)
        {
            if (given)
                keys.Add(key);
        }
    }

    /// <summary>True where it has settings for its members.</summary>
    public static bool HasForMembers(TagDetails? details) =>
        details
            is { Encoding: not null }
                or { TimeZone: not null }
                or { TimestampEveryScan: true }
                or { WriteEvery: not null }
                or { History: not null };

    /// <summary>A member's details with those inherited from its structure: code page, time zone, source timestamp, write rate, history.</summary>
    /// <param name="outer">The structure's details.</param>
    /// <param name="member">The member's own details, which take precedence.</param>
    /// <param name="type">The type of the member that clients see.</param>
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
            History = own.History ?? HistoryByType.Fitting(outer.History, type),
        };
        return member is null && heir == new TagDetails() ? null : heir;
    }
}
