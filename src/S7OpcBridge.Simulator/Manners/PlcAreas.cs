using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>The memory areas that a CPU family lets PUT/GET clients reach.</summary>
[Flags]
public enum PlcAreas : byte
{
    /// <summary>No area.</summary>
    None = 0,

    /// <summary>Process image of inputs.</summary>
    Inputs = 1,

    /// <summary>Process image of outputs.</summary>
    Outputs = 2,

    /// <summary>Bit memory.</summary>
    Markers = 4,

    /// <summary>Data blocks; V memory of the small families is DB1.</summary>
    DataBlocks = 8,

    /// <summary>Peripheral inputs and outputs.</summary>
    Peripheral = 16,

    /// <summary>S5 timers by number.</summary>
    Timers = 32,

    /// <summary>S5 counters by number.</summary>
    Counters = 64,

    /// <summary>What every family has.</summary>
    Basic = Inputs | Outputs | Markers | DataBlocks,

    /// <summary>All.</summary>
    All = Basic | Peripheral | Timers | Counters,
}

internal static class PlcAreasExtensions
{
    /// <summary>True when the family has the area.</summary>
    public static bool Has(this PlcAreas areas, S7Area area) => (areas & area switch
    {
        S7Area.Inputs => PlcAreas.Inputs,
        S7Area.Outputs => PlcAreas.Outputs,
        S7Area.Markers => PlcAreas.Markers,
        S7Area.DataBlock => PlcAreas.DataBlocks,
        S7Area.Peripheral => PlcAreas.Peripheral,
        S7Area.Timers => PlcAreas.Timers,
        S7Area.Counters => PlcAreas.Counters,
        _ => PlcAreas.None,
    }) != 0;
}
