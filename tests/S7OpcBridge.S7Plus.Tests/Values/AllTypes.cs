namespace S7OpcBridge.S7Plus.Tests.Values;

/// <summary>
/// The 40 items of <see cref="Cpu1511.ReadAllRequest"/> in their order, with names and types from the list that TIA Portal exported beside the capture.
/// </summary>
internal static class AllTypes
{
    public static readonly (string Path, S7PlusType Type)[] Items =
    [
        ("Array_Byte", S7PlusType.Byte),
        ("Bool", S7PlusType.Bool),
        ("DTL.DAY", S7PlusType.USInt),
        ("DTL.HOUR", S7PlusType.USInt),
        ("DTL.MINUTE", S7PlusType.USInt),
        ("DTL.MONTH", S7PlusType.USInt),
        ("Struct.Struct_Byte", S7PlusType.Byte),
        ("Struct.Struct_Word", S7PlusType.Word),
        ("DTL.NANOSECOND", S7PlusType.UDInt),
        ("DTL.SECOND", S7PlusType.USInt),
        ("DTL.WEEKDAY", S7PlusType.USInt),
        ("DTL.YEAR", S7PlusType.UInt),
        ("Byte2", S7PlusType.Byte),
        ("Char", S7PlusType.Char),
        ("Date", S7PlusType.Date),
        ("Date_1", S7PlusType.Date),
        ("Date_And_Time", S7PlusType.DateAndTime),
        ("DInt", S7PlusType.DInt),
        ("DWord", S7PlusType.DWord),
        ("Int", S7PlusType.Int),
        ("Integer", S7PlusType.Int),
        ("LDT", S7PlusType.Ldt),
        ("LInt", S7PlusType.LInt),
        ("LReal", S7PlusType.LReal),
        ("LTime", S7PlusType.LTime),
        ("LTime_Of_Day", S7PlusType.LTimeOfDay),
        ("LWord", S7PlusType.LWord),
        ("Real", S7PlusType.Real),
        ("S5Time", S7PlusType.S5Time),
        ("SInt", S7PlusType.SInt),
        ("String", S7PlusType.String),
        ("Time", S7PlusType.Time),
        ("Time_Of_Day", S7PlusType.TimeOfDay),
        ("UDInt", S7PlusType.UDInt),
        ("UInt", S7PlusType.UInt),
        ("ULInt", S7PlusType.ULInt),
        ("USInt", S7PlusType.USInt),
        ("Word", S7PlusType.Word),
        ("Word0", S7PlusType.Word),
        ("Word1", S7PlusType.Word),
    ];

    public static S7PlusShape ShapeOf(int item)
    {
        var (path, type) = Items[item];
        return path == "Array_Byte" ? new S7PlusShape(type, count: 11) : new S7PlusShape(type, length: type == S7PlusType.String ? 254 : 0);
    }
}
