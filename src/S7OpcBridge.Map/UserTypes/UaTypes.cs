using S7OpcBridge.S7;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>
/// The OPC UA types that a tag may have instead of its default: the raw number in the PLC (as the server of an S7-1500 shows it), the same number with or
/// without sign, and the bits of a byte. Each is read by the codec of the S7 type that is that number.
/// </summary>
internal static class UaTypes
{
    private static readonly (S7TypeKind From, string Name, S7TypeKind To)[] Others =
    [
        (S7TypeKind.Char, "Byte", S7TypeKind.Byte),
        (S7TypeKind.WChar, "UInt16", S7TypeKind.Word),
        (S7TypeKind.S5Time, "UInt16", S7TypeKind.Word),
        (S7TypeKind.Time, "Int32", S7TypeKind.DInt),
        (S7TypeKind.LTime, "Int64", S7TypeKind.LInt),
        (S7TypeKind.Date, "UInt16", S7TypeKind.UInt),
        (S7TypeKind.TimeOfDay, "UInt32", S7TypeKind.UDInt),
        (S7TypeKind.LTimeOfDay, "UInt64", S7TypeKind.ULInt),
        (S7TypeKind.LDT, "Int64", S7TypeKind.LInt),
        (S7TypeKind.Byte, "SByte", S7TypeKind.SInt),
        (S7TypeKind.Byte, "Boolean", S7TypeKind.Bool),
        (S7TypeKind.USInt, "SByte", S7TypeKind.SInt),
        (S7TypeKind.SInt, "Byte", S7TypeKind.USInt),
        (S7TypeKind.Word, "Int16", S7TypeKind.Int),
        (S7TypeKind.UInt, "Int16", S7TypeKind.Int),
        (S7TypeKind.Int, "UInt16", S7TypeKind.UInt),
        (S7TypeKind.DWord, "Int32", S7TypeKind.DInt),
        (S7TypeKind.UDInt, "Int32", S7TypeKind.DInt),
        (S7TypeKind.DInt, "UInt32", S7TypeKind.UDInt),
        (S7TypeKind.LWord, "Int64", S7TypeKind.LInt),
        (S7TypeKind.ULInt, "Int64", S7TypeKind.LInt),
        (S7TypeKind.LInt, "UInt64", S7TypeKind.ULInt),
    ];

    /// <summary>Every name that at least one type accepts.</summary>
    public static IEnumerable<string> Names => Others.Select(other => other.Name).Distinct().Order(StringComparer.Ordinal);

    /// <summary>The S7 type whose codec reads the bytes; false: the type cannot be shown as this one.</summary>
    public static bool TryFind(S7DataType type, string name, out S7DataType shown, out string error)
    {
        (shown, error) = (type, "");
        foreach (var (from, other, to) in Others)
        {
            if (from != type.Kind || other != name || (to == S7TypeKind.Bool && type.IsArray))
                continue;
            shown = to == S7TypeKind.Bool ? new S7DataType(to, ArrayLength: 8) : type with { Kind = to };
            return true;
        }
        var names = Others.Where(o => o.From == type.Kind && !(o.To == S7TypeKind.Bool && type.IsArray)).Select(o => o.Name).ToArray();
        error =
            $"{type} can't be shown as {name}; "
            + (names.Length == 0 ? "remove 'uaType'" : $"write 'uaType: {string.Join("' or '", names)}', or remove " + "it");
        return false;
    }
}
