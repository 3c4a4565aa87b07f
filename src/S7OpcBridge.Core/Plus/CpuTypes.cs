using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core;

/// <summary>The type that a CPU's symbol has in the map's words.</summary>
public static class CpuTypes
{
    /// <summary>The type; kind None: it is no value that can be shown.</summary>
    public static S7DataType TypeOf(S7PlusSymbol symbol)
    {
        if (symbol.Item is not { } item)
            return default;
        var kind = KindOf(symbol.Type, item.Shape.ByteLength / Math.Max(1, item.Shape.Count));
        if (kind == S7TypeKind.None)
            return default;
        var lower = symbol.Dimensions.Length == 1 ? symbol.Dimensions[0].LowerBound : 0;
        return new S7DataType(kind, symbol.Length, item.Shape.Count == 0 ? 0 : lower, item.Shape.Count);
    }

    private static S7TypeKind KindOf(S7PlusType type, int bytes) =>
        type switch
        {
            S7PlusType.Bool or S7PlusType.BitBool => S7TypeKind.Bool,
            S7PlusType.Byte => S7TypeKind.Byte,
            S7PlusType.Char => S7TypeKind.Char,
            S7PlusType.Word => S7TypeKind.Word,
            S7PlusType.Int => S7TypeKind.Int,
            S7PlusType.DWord => S7TypeKind.DWord,
            S7PlusType.DInt => S7TypeKind.DInt,
            S7PlusType.Real => S7TypeKind.Real,
            S7PlusType.Date => S7TypeKind.Date,
            S7PlusType.TimeOfDay => S7TypeKind.TimeOfDay,
            S7PlusType.Time => S7TypeKind.Time,
            S7PlusType.S5Time => S7TypeKind.S5Time,
            S7PlusType.DateAndTime => S7TypeKind.DateAndTime,
            S7PlusType.String => S7TypeKind.String,
            S7PlusType.LReal => S7TypeKind.LReal,
            S7PlusType.ULInt => S7TypeKind.ULInt,
            S7PlusType.LInt => S7TypeKind.LInt,
            S7PlusType.LWord => S7TypeKind.LWord,
            S7PlusType.USInt => S7TypeKind.USInt,
            S7PlusType.UInt => S7TypeKind.UInt,
            S7PlusType.UDInt => S7TypeKind.UDInt,
            S7PlusType.SInt => S7TypeKind.SInt,
            S7PlusType.WChar => S7TypeKind.WChar,
            S7PlusType.WString => S7TypeKind.WString,
            S7PlusType.LTime => S7TypeKind.LTime,
            S7PlusType.LTimeOfDay => S7TypeKind.LTimeOfDay,
            S7PlusType.Ldt => S7TypeKind.LDT,
            S7PlusType.Dtl => S7TypeKind.DTL,
            S7PlusType.Pointer or S7PlusType.Any or S7PlusType.Remote or S7PlusType.Variant => S7TypeKind.None,
            // Numbers of blocks, hardware and connections.
            _ => bytes switch
            {
                2 => S7TypeKind.UInt,
                4 => S7TypeKind.DWord,
                _ => S7TypeKind.None,
            },
        };
}
