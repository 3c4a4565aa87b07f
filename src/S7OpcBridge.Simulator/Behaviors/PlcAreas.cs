using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>The memory areas of a CPU family that PUT/GET clients can access.</summary>
[Flags]
public enum PlcAreas : ushort
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

    /// <summary>Special memory of an S7-200.</summary>
    SystemFlags = 128,

    /// <summary>Analog inputs of an S7-200.</summary>
    AnalogInputs = 256,

    /// <summary>Analog outputs of an S7-200.</summary>
    AnalogOutputs = 512,

    /// <summary>The areas of every family.</summary>
    Basic = Inputs | Outputs | Markers | DataBlocks,

    /// <summary>The areas of an S7-200.</summary>
    Of200 = Basic | SystemFlags | AnalogInputs | AnalogOutputs,

    /// <summary>All areas except those that only an S7-200 has.</summary>
    All = Basic | Peripheral | Timers | Counters,
}

internal static class PlcAreasExtensions
{
    /// <summary>True when the family has the area.</summary>
    public static bool Has(this PlcAreas areas, S7Area area) =>
        (
            areas
            & area switch
            {
                S7Area.Inputs => PlcAreas.Inputs,
                S7Area.Outputs => PlcAreas.Outputs,
                S7Area.Markers => PlcAreas.Markers,
                S7Area.DataBlock => PlcAreas.DataBlocks,
                S7Area.Peripheral => PlcAreas.Peripheral,
                S7Area.Timers => PlcAreas.Timers,
                S7Area.Counters => PlcAreas.Counters,
                S7Area.SystemFlags => PlcAreas.SystemFlags,
                S7Area.AnalogInputs => PlcAreas.AnalogInputs,
                S7Area.AnalogOutputs => PlcAreas.AnalogOutputs,
                _ => PlcAreas.None,
            }
        ) != 0;
}
