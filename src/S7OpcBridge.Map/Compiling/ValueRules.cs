using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Checks a tag's type against the keys that convert its value: scale, swap, deadband and the like.</summary>
internal static class ValueRules
{
    /// <summary>The faults, one sentence each.</summary>
    public static IEnumerable<string> Faults(TagDetails details, S7DataType type)
    {
        var isNumber = type.ValueKind is >= S7ValueKind.SByte and <= S7ValueKind.Double;
        if (details.Deadband is not null)
        {
            if (!isNumber && type.ValueKind != S7ValueKind.Duration || type.IsArray)
                yield return $"'deadband' is only possible for single numbers, not for {type}; remove it";
            if (details.TimestampEveryScan)
                yield return "'deadband' suppresses values, but 'timestamp: scan' sends every one; remove one of them";
        }
        if (details.Scale is not null && !isNumber)
            yield return $"'scale' is only possible for numbers, not for {type}; remove it";
        if (details.Swap != TagSwap.None && FaultOfSwap(details.Swap, type, isNumber) is { } fault)
            yield return fault;
        if (details.AnalogFaults && type is not { Kind: S7TypeKind.Int or S7TypeKind.Word, IsArray: false })
            yield return $"'analogFaults' is only possible for the Int or Word of an analog module, not for {type}; remove it";
        if (details.AnalogFaults && details.Swap != TagSwap.None)
            yield return "'analogFaults' detects codes of Siemens modules, which need no 'swap'; remove one of them";
        if (details.States is { All.Length: > 0 } states)
        {
            foreach (var wrong in FaultsOfStates(states, details, type))
                yield return wrong;
        }
    }

    private static IEnumerable<string> FaultsOfStates(TagStates states, TagDetails details, S7DataType type)
    {
        if (type.ValueKind is not (>= S7ValueKind.SByte and <= S7ValueKind.UInt64) || type.IsArray)
            yield return $"'states' is only possible for single whole numbers, not for {type}; remove it";
        else if (TypeRanges.ForKind(type.ValueKind) is { } range && (states.All[0].Value < range.Low || states.All[^1].Value > range.High))
            yield return $"{type} holds {range.Low} to {range.High}, and 'states' goes from {states.All[0].Value} to {states.All[^1].Value}; check states and "
                + "type";
        if (
            details.Scale is not null
            || details.Deadband is not null
            || details.Unit is not null
            || details.Range is not null
            || details.Limits is not null
        )
            yield return "'states' excludes keys for measured values; remove scale, deadband, unit, range and limits, or 'states'";
    }

    private static string? FaultOfSwap(TagSwap swap, S7DataType type, bool isNumber) =>
        (isNumber, type.Kind, type.ElementSize) switch
        {
            (false, _, _) or (_, S7TypeKind.Counter, _) or (_, _, 1) =>
                $"'swap' is only possible for numbers of two bytes or more, not for {type}; remove it",
            (_, _, 2) when swap != TagSwap.Byte => $"{type} is a single word; write 'swap: byte', or check 'type'",
            _ => null,
        };
}

/// <summary>The value ranges of the integer types.</summary>
internal static class TypeRanges
{
    public static TagRange? ForKind(S7ValueKind kind) =>
        kind switch
        {
            S7ValueKind.SByte => new(sbyte.MinValue, sbyte.MaxValue),
            S7ValueKind.Byte => new(0, byte.MaxValue),
            S7ValueKind.Int16 => new(short.MinValue, short.MaxValue),
            S7ValueKind.UInt16 => new(0, ushort.MaxValue),
            S7ValueKind.Int32 => new(int.MinValue, int.MaxValue),
            S7ValueKind.UInt32 => new(0, uint.MaxValue),
            _ => null,
        };
}
