namespace S7OpcBridge.S7;

/// <summary>The letters of memory areas in addresses.</summary>
public static class AreaNames
{
    /// <summary>As in <c>DB10.DBW0</c>, <c>MW4</c>.</summary>
    public static string NameOf(S7Area area) =>
        area switch
        {
            S7Area.DataBlock => "DB",
            S7Area.Markers => "M",
            S7Area.SystemFlags => "SM",
            S7Area.AnalogInputs => "AI",
            S7Area.AnalogOutputs => "AQ",
            S7Area.Inputs => "I",
            S7Area.Outputs => "Q",
            S7Area.Peripheral => "PI",
            S7Area.Timers => "T",
            S7Area.Counters => "C",
            _ => area.ToString(),
        };
}
