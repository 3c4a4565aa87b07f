namespace S7OpcBridge.S7;

/// <summary>The .NET kind of a decoded value.</summary>
public enum S7ValueKind : byte
{
    /// <summary>No value.</summary>
    None,

    /// <summary><see cref="bool"/>.</summary>
    Boolean,

    /// <summary><see cref="sbyte"/>.</summary>
    SByte,

    /// <summary><see cref="byte"/>.</summary>
    Byte,

    /// <summary><see cref="short"/>.</summary>
    Int16,

    /// <summary><see cref="ushort"/>.</summary>
    UInt16,

    /// <summary><see cref="int"/>.</summary>
    Int32,

    /// <summary><see cref="uint"/>.</summary>
    UInt32,

    /// <summary><see cref="long"/>.</summary>
    Int64,

    /// <summary><see cref="ulong"/>.</summary>
    UInt64,

    /// <summary><see cref="float"/>.</summary>
    Single,

    /// <summary><see cref="double"/>.</summary>
    Double,

    /// <summary><see cref="string"/>.</summary>
    Text,

    /// <summary>A span of time in milliseconds, a <see cref="double"/> (Time, S5Time, LTime, TOD, LTOD, Timer).</summary>
    Duration,

    /// <summary>A point in time, UTC, in .NET ticks of 100 ns (Date, DT, DTL, LDT).</summary>
    DateTime,
}
