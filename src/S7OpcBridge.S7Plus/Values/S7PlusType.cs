namespace S7OpcBridge.S7Plus;

/// <summary>The data type of a symbol; the numbers are those on the wire (soft data types). A type that is not listed cannot be read.</summary>
public enum S7PlusType : byte
{
    /// <summary>No type, or one without a value.</summary>
    None = 0,

    /// <summary>One bit.</summary>
    Bool = 1,

    /// <summary>8 bits.</summary>
    Byte = 2,

    /// <summary>One character of 8 bits.</summary>
    Char = 3,

    /// <summary>16 bits.</summary>
    Word = 4,

    /// <summary>16 bits with sign.</summary>
    Int = 5,

    /// <summary>32 bits.</summary>
    DWord = 6,

    /// <summary>32 bits with sign.</summary>
    DInt = 7,

    /// <summary>IEEE number of 32 bits.</summary>
    Real = 8,

    /// <summary>Days since 1990, 16 bits.</summary>
    Date = 9,

    /// <summary>Milliseconds since midnight, 32 bits.</summary>
    TimeOfDay = 10,

    /// <summary>Milliseconds with sign, 32 bits.</summary>
    Time = 11,

    /// <summary>Time base and three BCD digits, 16 bits.</summary>
    S5Time = 12,

    /// <summary>8 bytes in BCD.</summary>
    DateAndTime = 14,

    /// <summary>An array; only inside symbol checksums.</summary>
    Array = 16,

    /// <summary>A structure or a PLC data type.</summary>
    Struct = 17,

    /// <summary>8-bit characters, preceded by their declared and actual number.</summary>
    String = 19,

    /// <summary>6 bytes.</summary>
    Pointer = 20,

    /// <summary>10 bytes.</summary>
    Any = 22,

    /// <summary>The number of a function block, 16 bits.</summary>
    BlockFb = 23,

    /// <summary>The number of a function, 16 bits.</summary>
    BlockFc = 24,

    /// <summary>S7 counter, 16 bits.</summary>
    Counter = 28,

    /// <summary>S7 timer, 16 bits.</summary>
    Timer = 29,

    /// <summary>A Bool that occupies one bit of optimised memory: in arrays.</summary>
    BitBool = 40,

    /// <summary>IEEE number of 64 bits.</summary>
    LReal = 48,

    /// <summary>64 bits without sign.</summary>
    ULInt = 49,

    /// <summary>64 bits with sign.</summary>
    LInt = 50,

    /// <summary>64 bits.</summary>
    LWord = 51,

    /// <summary>8 bits without sign.</summary>
    USInt = 52,

    /// <summary>16 bits without sign.</summary>
    UInt = 53,

    /// <summary>32 bits without sign.</summary>
    UDInt = 54,

    /// <summary>8 bits with sign.</summary>
    SInt = 55,

    /// <summary>One character of 16 bits.</summary>
    WChar = 61,

    /// <summary>16-bit characters, preceded by their declared and actual number.</summary>
    WString = 62,

    /// <summary>A reference; cannot be read.</summary>
    Variant = 63,

    /// <summary>Nanoseconds with sign, 64 bits.</summary>
    LTime = 64,

    /// <summary>Nanoseconds since midnight, 64 bits.</summary>
    LTimeOfDay = 65,

    /// <summary>Nanoseconds since 1970, 64 bits.</summary>
    Ldt = 66,

    /// <summary>Year, month, day, weekday, hour, minute, second, nanosecond: 12 bytes.</summary>
    Dtl = 67,

    /// <summary>10 bytes.</summary>
    Remote = 96,

    /// <summary>AOM_IDENT, 32 bits.</summary>
    AomIdent = 128,

    /// <summary>EVENT_ANY, 32 bits.</summary>
    EventAny = 129,

    /// <summary>EVENT_ATT, 32 bits.</summary>
    EventAtt = 130,

    /// <summary>AOM folder, 32 bits.</summary>
    Folder = 131,

    /// <summary>AOM_AID, 32 bits.</summary>
    AomAid = 132,

    /// <summary>AOM_LINK, 32 bits.</summary>
    AomLink = 133,

    /// <summary>EVENT_HWINT, 32 bits.</summary>
    EventHwInt = 134,

    /// <summary>HW_ANY, 16 bits.</summary>
    HwAny = 144,

    /// <summary>HW_IOSYSTEM, 16 bits.</summary>
    HwIoSystem = 145,

    /// <summary>HW_DPMASTER, 16 bits.</summary>
    HwDpMaster = 146,

    /// <summary>HW_DEVICE, 16 bits.</summary>
    HwDevice = 147,

    /// <summary>HW_DPSLAVE, 16 bits.</summary>
    HwDpSlave = 148,

    /// <summary>HW_IO, 16 bits.</summary>
    HwIo = 149,

    /// <summary>HW_MODULE, 16 bits.</summary>
    HwModule = 150,

    /// <summary>HW_SUBMODULE, 16 bits.</summary>
    HwSubmodule = 151,

    /// <summary>HW_HSC, 16 bits.</summary>
    HwHsc = 152,

    /// <summary>HW_PWM, 16 bits.</summary>
    HwPwm = 153,

    /// <summary>HW_PTO, 16 bits.</summary>
    HwPto = 154,

    /// <summary>HW_INTERFACE, 16 bits.</summary>
    HwInterface = 155,

    /// <summary>HW_IEPORT, 16 bits.</summary>
    HwIePort = 156,

    /// <summary>OB_ANY, 16 bits.</summary>
    ObAny = 160,

    /// <summary>OB_DELAY, 16 bits.</summary>
    ObDelay = 161,

    /// <summary>OB_TOD, 16 bits.</summary>
    ObTod = 162,

    /// <summary>OB_CYCLIC, 16 bits.</summary>
    ObCyclic = 163,

    /// <summary>OB_ATT, 16 bits.</summary>
    ObAtt = 164,

    /// <summary>CONN_ANY, 16 bits.</summary>
    ConnAny = 168,

    /// <summary>CONN_PRG, 16 bits.</summary>
    ConnPrg = 169,

    /// <summary>CONN_OUC, 16 bits.</summary>
    ConnOuc = 170,

    /// <summary>CONN_R_ID, 32 bits.</summary>
    ConnRid = 171,

    /// <summary>PORT, 16 bits.</summary>
    Port = 173,

    /// <summary>RTM, 16 bits.</summary>
    Rtm = 174,

    /// <summary>PIP, 16 bits.</summary>
    Pip = 175,

    /// <summary>OB_PCYCLE, 16 bits.</summary>
    ObPCycle = 192,

    /// <summary>OB_HWINT, 16 bits.</summary>
    ObHwInt = 193,

    /// <summary>OB_DIAG, 16 bits.</summary>
    ObDiag = 195,

    /// <summary>OB_TIMEERROR, 16 bits.</summary>
    ObTimeError = 196,

    /// <summary>OB_STARTUP, 16 bits.</summary>
    ObStartup = 197,

    /// <summary>DB_ANY, 16 bits.</summary>
    DbAny = 208,

    /// <summary>DB_WWW, 16 bits.</summary>
    DbWww = 209,

    /// <summary>DB_DYN, 16 bits.</summary>
    DbDyn = 210,
}
