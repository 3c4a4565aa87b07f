using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Which tags clients may never write.</summary>
internal static class WriteRule
{
    /// <summary>Why the value at an address stays read only; null: it may be written.</summary>
    public static string? ReasonAgainst(S7Address? address) =>
        address?.Area switch
        {
            S7Area.Inputs or S7Area.Peripheral or S7Area.AnalogInputs => "it is read only, because nobody can write an input",
            S7Area.Timers or S7Area.Counters => "it is read only, because timers and counters can't be written",
            S7Area.SystemFlags => "it is read only, because the system keeps special memory",
            S7Area.Outputs or S7Area.AnalogOutputs =>
                "it is read only, because writing an output moves the machine past the PLC program; to allow it write "
                    + "'access: readwrite' at the tag and 'allowOutputs: true' at the PLC",
            _ => null,
        };
}
