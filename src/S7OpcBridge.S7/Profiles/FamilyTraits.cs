using System.Collections.Immutable;

namespace S7OpcBridge.S7.Profiles;

/// <summary>Areas and types shared by families.</summary>
internal static class FamilyTraits
{
    /// <summary>Most items that many clones and gateways answer, whatever their PDU size allows.</summary>
    public const int CloneItems = 20;

    public static readonly ImmutableArray<S7Area> SmallAreas = [S7Area.DataBlock, S7Area.Markers, S7Area.Inputs, S7Area.Outputs];

    /// <summary>
    /// Timers, counters and high-speed counters of an S7-200 also have their own codes, but the length of their elements on the wire is undocumented.
    /// </summary>
    public static readonly ImmutableArray<S7Area> Areas200 = [.. SmallAreas, S7Area.SystemFlags, S7Area.AnalogInputs, S7Area.AnalogOutputs];

    public static readonly ImmutableArray<S7Area> AreasWithoutTimers = [.. SmallAreas, S7Area.Peripheral];

    public static readonly ImmutableArray<S7Area> AllAreas = [.. AreasWithoutTimers, S7Area.Timers, S7Area.Counters];

    public static readonly ImmutableArray<S7TypeKind> AllTypes = [.. Enum.GetValues<S7TypeKind>().Where(kind => kind != S7TypeKind.None)];

    private static readonly ImmutableArray<S7TypeKind> WideTypes =
    [
        S7TypeKind.LWord,
        S7TypeKind.LInt,
        S7TypeKind.ULInt,
        S7TypeKind.LTime,
        S7TypeKind.LTimeOfDay,
        S7TypeKind.LDT,
    ];

    private static readonly ImmutableArray<S7TypeKind> TiaTypes =
    [
        S7TypeKind.SInt,
        S7TypeKind.USInt,
        S7TypeKind.UInt,
        S7TypeKind.UDInt,
        S7TypeKind.LReal,
        S7TypeKind.WChar,
        S7TypeKind.WString,
        S7TypeKind.DTL,
    ];

    private static readonly ImmutableArray<S7TypeKind> S5Types =
    [
        S7TypeKind.S5Time,
        S7TypeKind.DateAndTime,
        S7TypeKind.Timer,
        S7TypeKind.Counter,
    ];

    /// <summary>The types that STEP 7 Classic can declare.</summary>
    public static readonly ImmutableArray<S7TypeKind> ClassicTypes = [.. AllTypes.Except(WideTypes).Except(TiaTypes)];

    public static readonly ImmutableArray<S7TypeKind> Types1200 = [.. AllTypes.Except(WideTypes).Except(S5Types)];

    public static readonly ImmutableArray<S7TypeKind> LogoTypes = [.. ClassicTypes.Except(S5Types), S7TypeKind.SInt, S7TypeKind.USInt];
}
