namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>Compares operands of filters; operands of different types are converted to the type of higher precedence (OPC 10000-4, 7.7.3).</summary>
internal static class FilterComparison
{
    // The standard's order of precedence, highest first. Other types are comparable only with the same type.
    private static readonly BuiltInType[] Precedence =
    [
        BuiltInType.Double,
        BuiltInType.Float,
        BuiltInType.Int64,
        BuiltInType.UInt64,
        BuiltInType.Int32,
        BuiltInType.UInt32,
        BuiltInType.StatusCode,
        BuiltInType.Int16,
        BuiltInType.UInt16,
        BuiltInType.SByte,
        BuiltInType.Byte,
        BuiltInType.Boolean,
        BuiltInType.Guid,
        BuiltInType.String,
        BuiltInType.ExpandedNodeId,
        BuiltInType.NodeId,
        BuiltInType.LocalizedText,
        BuiltInType.QualifiedName,
    ];

    /// <summary>True for equal values; false where they cannot be compared.</summary>
    public static bool AreEqual(in Variant left, in Variant right)
    {
        if (!TryPromote(left, right, out var a, out var b))
            return false;
        if (a.IsArray)
            return a.Reference is Array x && b.Reference is Array y && x.Length == y.Length && HaveEqualElements(x, y);
        return a.Reference is null && b.Reference is null ? Compare(a, b) == 0 : AreEqualObjects(a.Reference, b.Reference);
    }

    /// <summary>Less than zero, zero, more than zero; null where there is no order between them.</summary>
    public static int? Compare(in Variant left, in Variant right)
    {
        if (!TryPromote(left, right, out var a, out var b) || a.IsArray)
            return null;
        switch (a.Type)
        {
            case BuiltInType.Double or BuiltInType.Float:
                var (x, y) = (FilterConversion.ToDouble(a), FilterConversion.ToDouble(b));
                return double.IsNaN(x) || double.IsNaN(y) ? null : x.CompareTo(y);
            case BuiltInType.UInt64:
                return ((ulong)a.Bits).CompareTo((ulong)b.Bits);
            case (>= BuiltInType.Boolean and <= BuiltInType.Int64) or BuiltInType.DateTime or BuiltInType.StatusCode:
                return a.Bits.CompareTo(b.Bits);
            case BuiltInType.String:
                return a.Reference is string s && b.Reference is string t ? string.CompareOrdinal(s, t) : null;
            default:
                return null;
        }
    }

    /// <summary>Combines two integers bit by bit, converted to the wider type; null if one is no integer.</summary>
    public static Variant Bitwise(in Variant left, in Variant right, Func<long, long, long> combine) =>
        IsInteger(left) && IsInteger(right) && TryPromote(left, right, out var a, out var b)
            ? new Variant(a.Type, combine(a.Bits, b.Bits))
            : default;

    private static bool IsInteger(in Variant value) => value is { IsArray: false, Type: >= BuiltInType.SByte and <= BuiltInType.UInt64 };

    private static bool TryPromote(in Variant left, in Variant right, out Variant a, out Variant b)
    {
        (a, b) = (left, right);
        if (left.IsNull || right.IsNull || left.IsArray != right.IsArray)
            return false;
        if (left.Type == right.Type)
            return true;
        var (l, r) = (Array.IndexOf(Precedence, left.Type), Array.IndexOf(Precedence, right.Type));
        if (left.IsArray || l < 0 || r < 0)
            return false;
        return l < r ? FilterConversion.TryConvert(right, left.Type, out b) : FilterConversion.TryConvert(left, right.Type, out a);
    }

    private static bool AreEqualObjects(object? x, object? y) =>
        x is byte[] a && y is byte[] b ? a.AsSpan().SequenceEqual(b) : Equals(x, y);

    // By the arrays of Variant; elements are not boxed. Values that contain other values are not compared.
    private static bool HaveEqualElements(Array x, Array y) =>
        (x, y) switch
        {
            (bool[] a, bool[] b) => a.AsSpan().SequenceEqual(b),
            (byte[] a, byte[] b) => a.AsSpan().SequenceEqual(b), // and SByte
            (short[] a, short[] b) => a.AsSpan().SequenceEqual(b), // and UInt16
            (int[] a, int[] b) => a.AsSpan().SequenceEqual(b), // and UInt32, StatusCode
            (long[] a, long[] b) => a.AsSpan().SequenceEqual(b), // and UInt64, DateTime
            (float[] a, float[] b) => a.AsSpan().SequenceEqual(b),
            (double[] a, double[] b) => a.AsSpan().SequenceEqual(b),
            (string?[] a, string?[] b) => a.AsSpan().SequenceEqual(b),
            (Guid[] a, Guid[] b) => a.AsSpan().SequenceEqual(b),
            (NodeId[] a, NodeId[] b) => a.AsSpan().SequenceEqual(b),
            (ExpandedNodeId[] a, ExpandedNodeId[] b) => a.AsSpan().SequenceEqual(b),
            (QualifiedName[] a, QualifiedName[] b) => a.AsSpan().SequenceEqual(b),
            (LocalizedText[] a, LocalizedText[] b) => a.AsSpan().SequenceEqual(b),
            (byte[]?[] a, byte[]?[] b) => HaveEqualBytes(a, b),
            _ => false,
        };

    private static bool HaveEqualBytes(byte[]?[] x, byte[]?[] y)
    {
        for (var i = 0; i < x.Length; i++)
        {
            if (!AreEqualObjects(x[i], y[i]))
                return false;
        }

        return true;
    }
}
