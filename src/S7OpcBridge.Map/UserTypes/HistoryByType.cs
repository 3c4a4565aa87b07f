using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>What of a history setting is possible for a type.</summary>
internal static class HistoryByType
{
    /// <summary>True where differences of values can be measured, or the type is not known yet.</summary>
    public static bool HasDeadband(S7DataType type) =>
        type.Kind == S7TypeKind.None
        || (!type.IsArray && type.ValueKind is (>= S7ValueKind.SByte and <= S7ValueKind.Double) or S7ValueKind.Duration);

    /// <summary>An inherited setting as far as the type allows it: without the deadband where the type is not a number.</summary>
    public static TagHistory? Fitting(TagHistory? inherited, S7DataType type) =>
        inherited?.Deadband is null || HasDeadband(type) ? inherited : inherited with { Deadband = null };
}
