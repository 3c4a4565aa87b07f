namespace S7OpcBridge.S7Plus.Values;

/// <summary>
/// Ids of objects, classes and attributes. Sources: S7CommPlusDriver (Ids), s7commwireshark (id names); ids that panels read from real CPUs come from captures.
/// </summary>
internal static class PlusIds
{
    // Objects that every CPU has.
    public const uint PlcProgram = 3;
    public const uint CpuExecUnit = 52;
    public const uint Inputs = 80;
    public const uint Outputs = 81;
    public const uint Memory = 82;
    public const uint Counters = 83;
    public const uint Timers = 84;
    public const uint Root = 201;
    public const uint NewRidOnServer = 211;
    public const uint SessionContainer = 285;
    public const uint NullSession = 288;
    public const uint TypeInfoContainer = 537;

    // Classes.
    public const uint SubscriptionsClass = 255;
    public const uint SessionClass = 287;
    public const uint TypeInfoClass = 511;
    public const uint TypeInfoContainerClass = 534;
    public const uint SubscriptionClass = 1001;
    public const uint PlcProgramClass = 2520;
    public const uint DbClass = 2574;

    // Attributes of any object, and of sessions.
    public const uint Name = 233;
    public const uint ClientRid = 300;
    public const uint SessionChallenge = 303;
    public const uint SessionResponse = 304;
    public const uint SessionVersion = 306;
    public const uint SessionVersionStruct = 314;
    public const uint SessionProject = 316;
    public const uint SessionPlc = 319;
    public const uint TypeModified = 529;
    public const uint SystemLimits = 1037;
    public const uint FreeItems = 1081;
    public const uint ProtectionLevel = 1842;
    public const uint Legitimate = 1846;
    public const uint BlockNumber = 2521;
    public const uint BlockLanguage = 2523;
    public const uint BlockCrc = 2532;
    public const uint InterfaceModified = 2543;
    public const uint LastModified = 2453;
    public const uint DbValues = 2550;
    public const uint AreaValues = 3736;

    // The execution unit: what it shall do, and what it does.
    public const uint ExecUnitClass = 2179;
    public const uint ExecUnitStateRequest = 2167;
    public const uint ExecUnitState = 2237;
    public const uint ExecUnitPlace = 2393;
    public const uint ExecUnitStateStruct = 3481;

    // Attributes of subscriptions.
    public const uint SubscriptionMissedSendings = 1002;
    public const uint SubscriptionSubsystemError = 1003;
    public const uint SubscriptionRouteMode = 1040;
    public const uint SubscriptionActive = 1041;
    public const uint SubscriptionReferences = 1048;
    public const uint SubscriptionCycle = 1049;
    public const uint SubscriptionDelay = 1050;
    public const uint SubscriptionDisabled = 1051;
    public const uint SubscriptionCount = 1052;
    public const uint SubscriptionCredit = 1053;
    public const uint SubscriptionTicks = 1054;
    public const uint SubscriptionLast = 1055;
    public const uint SubscriptionFunctionClass = 1082;

    // The object qualifier and the filter of an Explore.
    public const uint FilterStruct = 1246;
    public const uint FilterOperation = 1247;
    public const uint FilterAddressCount = 1249;
    public const uint FilterAddress = 1250;
    public const uint FilterClass = 1251;
    public const uint ObjectQualifier = 1256;
    public const uint ParentRid = 1257;
    public const uint CompositionAid = 1258;
    public const uint KeyQualifier = 1259;

    // System events.
    public const uint EventStruct = 40300;
    public const uint EventSession = 40302;
    public const uint EventFunction = 40303;
    public const uint EventSequence = 40304;
    public const uint EventReturnValue = 40305;

    /// <summary>The LID for the classic memory of a block; offset, count and bit follow.</summary>
    public const uint ClassicAccess = 3;

    /// <summary>The LID of an element in an array of structures, between index and member.</summary>
    public const uint ElementOfStructArray = 1;

    /// <summary>The LID whose value is the RID of a data block's type.</summary>
    public const uint TypeRidLid = 1;

    private const uint DataBlocks = 0x8A0E_0000;

    /// <summary>The RID of a data block.</summary>
    public static uint DataBlock(ushort number) => DataBlocks | number;

    /// <summary>True for an area that nobody but the CPU sets.</summary>
    public static bool IsSetByCpu(uint area) => area is Inputs or Timers or Counters;

    /// <summary>True for the RID of a data block.</summary>
    public static bool IsDataBlock(uint rid) => (rid & 0xFFFF_0000) == DataBlocks;
}
