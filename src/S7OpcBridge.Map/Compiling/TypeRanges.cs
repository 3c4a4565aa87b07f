using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>What the integer types can hold.</summary>
internal static class TypeRanges
{
    public static TagRange? Of(S7ValueKind kind) => kind switch
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
