namespace S7OpcBridge.S7;

/// <summary>The S7 data types with the names of TIA Portal (Date_And_Time is also called DT, Time_Of_Day TOD), plus Bcd16, Bcd32 and Chars.</summary>
public enum S7TypeKind : byte
{
#pragma warning disable CS1591 // each name is the Siemens type of that name; sizes and ranges are documented at its codec
    None,
    Bool,
    Byte,
    Word,
    DWord,
    LWord,
    SInt,
    USInt,
    Int,
    UInt,
    DInt,
    UDInt,
    LInt,
    ULInt,
    Real,
    LReal,
    Char,
    WChar,
    String,
    WString,
    S5Time,
    Time,
    LTime,
    Date,
    TimeOfDay,
    LTimeOfDay,
    DateAndTime,
    LDT,
    DTL,
    Timer,
    Counter,
    Bcd16,
    Bcd32,
    Chars,
#pragma warning restore CS1591
}
