using System.Collections;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Tests.Datasets;

/// <summary>Whether two values are the same; each NaN is the same as each other.</summary>
internal static class SameValue
{
    public static bool Are(Variant left, Variant right)
    {
        if (left.Type != right.Type || left.IsArray != right.IsArray)
            return false;
        if (left.IsArray || left.Reference is not null || right.Reference is not null)
            return Same(left.Reference, right.Reference);
        return Same(Number(left), Number(right));
    }

    private static object Number(Variant value) =>
        value.Type switch
        {
            BuiltInType.Float => BitConverter.UInt32BitsToSingle((uint)value.Bits),
            BuiltInType.Double => BitConverter.Int64BitsToDouble(value.Bits),
            _ => value.Bits,
        };

    private static bool Same(object? left, object? right) =>
        left is IList mine && right is IList theirs
            ? mine.Count == theirs.Count && Enumerable.Range(0, mine.Count).All(i => Same(mine[i], theirs[i]))
            : Equals(left, right);
}
