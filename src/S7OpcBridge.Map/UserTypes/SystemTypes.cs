using System.Collections.Frozen;

namespace S7OpcBridge.Map.UserTypes;

/// <summary>
/// The system data types of TIA Portal: IEC timers and counters, references, identifiers. Lengths by the S7-1200 system manual, "System data types", and the
/// online help of TIA Portal for the S7-1500; members as in a standard data block.
/// </summary>
/// <remarks>
/// Kepware's manual "Siemens TCP/IP Ethernet Driver", "Accessing Structured Elements in STEP 7", has the offsets of the members of a timer (three Times at 0, 4
/// and 8, bits from 12.0 on, three bytes to 16) and of IEC_COUNTER (bits from 0.0 on, preset at 2, count at 4); these are the same. The counters of other
/// widths follow from their lengths: 3, 6 and 12 bytes. ErrorStruct and the references have no second source; their members add up to the lengths of the manual
/// (28, 8, 8). The timers and counters of STEP 7 V5 (SFB 0 to 5) are by Siemens' manual "System Software for S7-300/400, System and Standard Functions":
/// 22 bytes and 10 bytes.
/// </remarks>
internal static class SystemTypes
{
    private const string Timer = "-ST Time; PT Time; ET Time; -RU Bool; IN Bool; Q Bool; -PAD Byte; -PAD2 Byte; -PAD3 Byte";

    private const string Step7Timer = "IN Bool; PT Time; Q Bool; ET Time; -STATE Byte; -STIME Time; -ATIME Time";
    private const string CountUp = "CU Bool; R Bool; PV Int; Q Bool; CV Int; -CUO Bool";
    private const string CountDown = "CD Bool; LOAD Bool; PV Int; Q Bool; CV Int; -CDO Bool";
    private const string CountUpDown = "CU Bool; CD Bool; R Bool; LOAD Bool; PV Int; QU Bool; QD Bool; CV Int; -CUO Bool; -CDO Bool";

    /// <summary>Members in order; '-' marks those that clients do not see.</summary>
    private static readonly FrozenDictionary<string, string> Members = new Dictionary<string, string>
    {
        ["IEC_TIMER"] = Timer,
        ["TON_TIME"] = Timer,
        ["TOF_TIME"] = Timer,
        ["TP_TIME"] = Timer,
        ["TONR_TIME"] = Timer,
        ["IEC_SCOUNTER"] = Counter("SInt", 0),
        ["IEC_USCOUNTER"] = Counter("USInt", 0),
        ["IEC_COUNTER"] = Counter("Int", 0),
        ["IEC_UCOUNTER"] = Counter("UInt", 0),
        ["IEC_DCOUNTER"] = Counter("DInt", 2),
        ["IEC_UDCOUNTER"] = Counter("UDInt", 2),
        ["CTU_INT"] = Counter("Int", 0),
        ["CTD_INT"] = Counter("Int", 0),
        ["CTUD_INT"] = Counter("Int", 0),
        ["CTU_DINT"] = Counter("DInt", 2),
        ["CTD_DINT"] = Counter("DInt", 2),
        ["CTUD_DINT"] = Counter("DInt", 2),
        ["SFB0"] = CountUp,
        ["CTU"] = CountUp,
        ["SFB1"] = CountDown,
        ["CTD"] = CountDown,
        ["SFB2"] = CountUpDown,
        ["CTUD"] = CountUpDown,
        ["SFB3"] = Step7Timer,
        ["TP"] = Step7Timer,
        ["SFB4"] = Step7Timer,
        ["TON"] = Step7Timer,
        ["SFB5"] = Step7Timer,
        ["TOF"] = Step7Timer,
        ["CREF"] = "BLOCK_TYPE Byte; CB_NUMBER UInt; OFFSET UDInt",
        ["NREF"] = "AREA Byte; DB_NUMBER UInt; OFFSET UDInt",
        ["ErrorStruct"] =
            "ERROR_ID Word; FLAGS Byte; REACTION Byte; CODE_ADDRESS CREF; MODE Byte; OPERAND_NUMBER UInt; POINTER_NUMBER_LOCATION UInt; "
            + "SLOT_NUMBER_SCOPE UInt; DATA_ADDRESS NREF",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    /// <summary>Lengths in bytes of types whose members are unknown.</summary>
    private static readonly FrozenDictionary<string, int> Lengths = new Dictionary<string, int>
    {
        ["IEC_LTIMER"] = 32,
        ["TON_LTIME"] = 32,
        ["TOF_LTIME"] = 32,
        ["TP_LTIME"] = 32,
        ["TONR_LTIME"] = 32,
        ["IEC_LCOUNTER"] = 24,
        ["IEC_ULCOUNTER"] = 24,
        ["VREF"] = 12,
        ["STARTINFO"] = 12,
        ["SSL_HEADER"] = 4,
        ["CONDITIONS"] = 52,
        ["TADDR_Param"] = 8,
        ["TCON_Param"] = 64,
        ["HSC_Period"] = 12,
        ["Pointer"] = 6,
        ["Any"] = 10,
        ["Remote"] = 10,
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private static readonly FrozenSet<string> Pointers = FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "Pointer", "Any", "Remote");

    /// <summary>Types of parameters that hold the number of a timer, counter or block: two bytes, which are no value of the process.</summary>
    private static readonly FrozenSet<string> Numbers = FrozenSet.Create(
        StringComparer.OrdinalIgnoreCase,
        "Timer",
        "Counter",
        "Block_DB",
        "Block_FB",
        "Block_FC",
        "Block_OB",
        "Block_SDB",
        "Block_SFB",
        "Block_SFC",
        "Block_UDT"
    );

    /// <summary>Identifiers of hardware, connections, blocks and events, which are plain numbers.</summary>
    private static readonly FrozenDictionary<string, string> Identifiers = new (string Type, string Names)[]
    {
        (
            "UInt",
            "HW_ANY HW_DEVICE HW_DPMASTER HW_DPSLAVE HW_IO HW_IOSYSTEM HW_SUBMODULE HW_MODULE HW_INTERFACE HW_IEPORT HW_HSC HW_PWM HW_PTO DB_ANY DB_WWW "
                + "DB_DYN PIP PORT RTM"
        ),
        ("Int", "OB_ANY OB_DELAY OB_TOD OB_CYCLIC OB_ATT OB_PCYCLE OB_HWINT OB_DIAG OB_TIMEERROR OB_STARTUP"),
        ("Word", "CONN_ANY CONN_PRG CONN_OUC"),
        ("DWord", "CONN_R_ID EVENT_ANY EVENT_ATT EVENT_HWINT AOM_IDENT"),
    }
        .SelectMany(row => row.Names.Split(' ').Select(name => (name, row.Type)))
        .ToFrozenDictionary(row => row.name, row => row.Type, StringComparer.OrdinalIgnoreCase);

    /// <summary>Length in bytes of a type whose members are unknown; null: the type itself is unknown.</summary>
    public static int? LengthOf(string name) => Lengths.TryGetValue(name, out var length) ? length : null;

    /// <summary>True for the type of a parameter that holds the number of a timer, counter or block.</summary>
    public static bool IsNumberOf(string name) => Numbers.Contains(name);

    /// <summary>True for a type that points to a value elsewhere.</summary>
    public static bool IsPointer(string name) => Pointers.Contains(name);

    /// <summary>The elementary type of an identifier; null: it is no identifier.</summary>
    public static string? IdentifierOf(string name) => Identifiers.GetValueOrDefault(name);

    /// <summary>Makes the structure of this name; null: there is none.</summary>
    public static UserType? Find(string name)
    {
        if (!Members.TryGetValue(name, out var members))
            return null;
        var type = new UserType(name, default) { Used = true };
        foreach (var member in members.Split("; "))
        {
            var parts = member.TrimStart('-').Split(' ');
            type.Members.Add(new UserTypeMember(parts[0], default, parts[1], default) { IsHidden = member[0] == '-' });
        }
        return type;
    }

    // Six Bools, then preset and count with the width of the type.
    private static string Counter(string type, int pads) =>
        $"CU Bool; CD Bool; R Bool; LD Bool; QU Bool; QD Bool; {string.Concat(Enumerable.Range(1, pads).Select(n => $"-PAD{n} Byte; "))}PV {type}; CV {type}";
}
