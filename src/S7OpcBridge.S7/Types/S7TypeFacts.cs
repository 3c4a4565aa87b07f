namespace S7OpcBridge.S7.Types;

/// <summary>The fixed properties of a type: its name in TIA Portal, its size, and its decoded kind.</summary>
/// <param name="Name">The canonical name.</param>
/// <param name="Size">Bytes of one value; for texts the bytes besides the characters; 0 for Bool, which occupies bits.</param>
/// <param name="ValueKind">The kind of a decoded value.</param>
/// <param name="CharacterSize">Bytes per character of a type with a capacity; otherwise 0.</param>
/// <param name="MaxCapacity">Maximum capacity in characters; 0 for types without a capacity.</param>
internal readonly record struct S7TypeFacts(string Name, int Size, S7ValueKind ValueKind, int CharacterSize = 0, int MaxCapacity = 0)
{
    /// <summary>Size in bytes of a data block, the markers or a process image, as 16-bit byte numbers allow.</summary>
    internal const int AreaBytes = 65536;

    private static readonly S7TypeFacts[] Table = BuildTable();

    internal static ref readonly S7TypeFacts For(S7TypeKind kind) => ref Table[(int)kind];

    /// <summary>All kinds but None, in the order of the enumeration.</summary>
    internal static IEnumerable<S7TypeKind> Kinds => Enum.GetValues<S7TypeKind>().Where(kind => kind != S7TypeKind.None);

    private static S7TypeFacts[] BuildTable()
    {
        var table = new S7TypeFacts[Enum.GetValues<S7TypeKind>().Length];
        table[(int)S7TypeKind.None] = new("None", 0, S7ValueKind.None);
        table[(int)S7TypeKind.Bool] = new("Bool", 0, S7ValueKind.Boolean);
        table[(int)S7TypeKind.Byte] = new("Byte", 1, S7ValueKind.Byte);
        table[(int)S7TypeKind.Word] = new("Word", 2, S7ValueKind.UInt16);
        table[(int)S7TypeKind.DWord] = new("DWord", 4, S7ValueKind.UInt32);
        table[(int)S7TypeKind.LWord] = new("LWord", 8, S7ValueKind.UInt64);
        table[(int)S7TypeKind.SInt] = new("SInt", 1, S7ValueKind.SByte);
        table[(int)S7TypeKind.USInt] = new("USInt", 1, S7ValueKind.Byte);
        table[(int)S7TypeKind.Int] = new("Int", 2, S7ValueKind.Int16);
        table[(int)S7TypeKind.UInt] = new("UInt", 2, S7ValueKind.UInt16);
        table[(int)S7TypeKind.DInt] = new("DInt", 4, S7ValueKind.Int32);
        table[(int)S7TypeKind.UDInt] = new("UDInt", 4, S7ValueKind.UInt32);
        table[(int)S7TypeKind.LInt] = new("LInt", 8, S7ValueKind.Int64);
        table[(int)S7TypeKind.ULInt] = new("ULInt", 8, S7ValueKind.UInt64);
        table[(int)S7TypeKind.Real] = new("Real", 4, S7ValueKind.Single);
        table[(int)S7TypeKind.LReal] = new("LReal", 8, S7ValueKind.Double);
        table[(int)S7TypeKind.Char] = new("Char", 1, S7ValueKind.Text);
        table[(int)S7TypeKind.WChar] = new("WChar", 2, S7ValueKind.Text);
        table[(int)S7TypeKind.String] = new("String", 2, S7ValueKind.Text, 1, 254);
        table[(int)S7TypeKind.WString] = new("WString", 4, S7ValueKind.Text, 2, 16382);
        table[(int)S7TypeKind.S5Time] = new("S5Time", 2, S7ValueKind.Duration);
        table[(int)S7TypeKind.Time] = new("Time", 4, S7ValueKind.Duration);
        table[(int)S7TypeKind.LTime] = new("LTime", 8, S7ValueKind.Duration);
        table[(int)S7TypeKind.Date] = new("Date", 2, S7ValueKind.DateTime);
        table[(int)S7TypeKind.TimeOfDay] = new("Time_Of_Day", 4, S7ValueKind.Duration);
        table[(int)S7TypeKind.LTimeOfDay] = new("LTime_Of_Day", 8, S7ValueKind.Duration);
        table[(int)S7TypeKind.DateAndTime] = new("Date_And_Time", 8, S7ValueKind.DateTime);
        table[(int)S7TypeKind.LDT] = new("LDT", 8, S7ValueKind.DateTime);
        table[(int)S7TypeKind.DTL] = new("DTL", 12, S7ValueKind.DateTime);
        table[(int)S7TypeKind.Timer] = new("Timer", 2, S7ValueKind.Duration);
        table[(int)S7TypeKind.Counter] = new("Counter", 2, S7ValueKind.UInt16);
        table[(int)S7TypeKind.Bcd16] = new("Bcd16", 2, S7ValueKind.UInt16);
        table[(int)S7TypeKind.Bcd32] = new("Bcd32", 4, S7ValueKind.UInt32);
        table[(int)S7TypeKind.Chars] = new("Chars", 0, S7ValueKind.Text, 1, AreaBytes);
        return table;
    }
}
