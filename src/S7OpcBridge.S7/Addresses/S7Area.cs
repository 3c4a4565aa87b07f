namespace S7OpcBridge.S7;

/// <summary>A memory area of the CPU. The numbers are those of the S7 any-pointer on the wire.</summary>
public enum S7Area : byte
{
    /// <summary>No area: the default of an unset address.</summary>
    None = 0,

    /// <summary>Special memory of an S7-200 (SM): bytes maintained by the system.</summary>
    SystemFlags = 0x05,

    /// <summary>Analog inputs of an S7-200 (AIW): words at even bytes.</summary>
    AnalogInputs = 0x06,

    /// <summary>Analog outputs of an S7-200 (AQW): words at even bytes.</summary>
    AnalogOutputs = 0x07,

    /// <summary>Counters (C, German Z), addressed by number; not on S7-1200.</summary>
    Counters = 0x1C,

    /// <summary>Timers (T), addressed by number; not on S7-1200.</summary>
    Timers = 0x1D,

    /// <summary>Peripheral inputs and outputs (PIW, IW:P), read directly instead of from the process image.</summary>
    Peripheral = 0x80,

    /// <summary>Process image of inputs (I, German E).</summary>
    Inputs = 0x81,

    /// <summary>Process image of outputs (Q, German A).</summary>
    Outputs = 0x82,

    /// <summary>Markers, also called bit memory (M).</summary>
    Markers = 0x83,

    /// <summary>Data blocks (DB); V memory of LOGO!, S7-200 and 200 SMART is DB1.</summary>
    DataBlock = 0x84,
}
