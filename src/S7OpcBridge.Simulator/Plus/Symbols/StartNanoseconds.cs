using System.Buffers.Binary;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>The last two of the nine decimals that a start value of type LDT, DTL or LTOD can have; times of .NET have seven.</summary>
internal static class StartNanoseconds
{
    private const int Kept = 7,
        Most = 9,
        EndOfDtl = 12;

    /// <summary>The literal without them.</summary>
    public static string CutFrom(S7TypeKind kind, string literal) =>
        Has(kind) && EndOfKept(literal) is > 0 and var end ? literal[..end] : literal;

    /// <summary>Adds them to an encoded value.</summary>
    public static void Add(S7TypeKind kind, string literal, Span<byte> bytes)
    {
        if (!Has(kind) || EndOfKept(literal) is not (> 0 and var end))
            return;
        var nanoseconds = ulong.Parse(literal.AsSpan(end)) * (literal.Length - end == Most - Kept ? 1ul : 10ul);
        if (kind == S7TypeKind.DTL)
        {
            var field = bytes[(EndOfDtl - sizeof(uint))..EndOfDtl];
            BinaryPrimitives.WriteUInt32BigEndian(field, BinaryPrimitives.ReadUInt32BigEndian(field) + (uint)nanoseconds);
        }
        else
        {
            BinaryPrimitives.WriteUInt64BigEndian(bytes, BinaryPrimitives.ReadUInt64BigEndian(bytes) + nanoseconds);
        }
    }

    private static bool Has(S7TypeKind kind) => kind is S7TypeKind.LDT or S7TypeKind.DTL or S7TypeKind.LTimeOfDay;

    // The place behind the seventh decimal, where one or two more follow; otherwise 0.
    private static int EndOfKept(string literal)
    {
        var decimals = literal.LastIndexOf('.') + 1;
        var count = literal.Length - decimals;
        return decimals > 0 && count is > Kept and <= Most && literal.AsSpan(decimals).IndexOfAnyExceptInRange('0', '9') < 0
            ? decimals + Kept
            : 0;
    }
}
