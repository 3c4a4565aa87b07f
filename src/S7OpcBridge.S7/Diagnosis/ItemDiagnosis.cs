namespace S7OpcBridge.S7.Diagnosis;

/// <summary>Explains the answer to one range whose block is known to exist and to be long enough.</summary>
internal static class ItemDiagnosis
{
    public static S7Diagnosis Diagnose(in S7ItemAnswer answer, S7Profile family)
    {
        var range = answer.Range;
        return answer.Code switch
        {
            (ushort)S7ItemStatus.HardwareFault => new(
                S7Stage.Tags,
                S7Cause.HardwareFault,
                $"The CPU reports a hardware fault for {Place(range)} (01).",
                new S7Remedy(
                    "Check the diagnostic buffer of the CPU (TIA Portal: Online & diagnostics; STEP 7: Module Information), and the module that "
                        + "owns the address."
                )
            ),
            (ushort)S7ItemStatus.AccessDenied or 0x8104 or 0x8703 or 0xD241 => new(
                S7Stage.Tags,
                S7Cause.ItemRefused,
                "The CPU allows other reads, but " + $"refuses {Place(range)} ({Code(answer.Code)}).",
                new S7Remedy(
                    "Check the protection of this block: in TIA Portal, Properties > General > Protection and > Attributes; in STEP 7, the block's "
                        + "properties. Or remove the tag from the map."
                )
            ),
            (ushort)S7ItemStatus.OutOfRange when range.Area == S7Area.DataBlock => new(
                S7Stage.Tags,
                S7Cause.BlockTooShort,
                $"DB{range.Db} has no bytes " + $"{range.Start} to {range.End - 1} (05).",
                Remedies.TooShort(range.Db, family)
            ),
            (ushort)S7ItemStatus.OutOfRange => new(
                S7Stage.Tags,
                S7Cause.AreaTooShort,
                $"This CPU has no {Place(range)}: {AreaName(range.Area)} end before it " + "(05).",
                new S7Remedy("Correct the address: the data sheet of the CPU says how many it has.")
            ),
            (ushort)S7ItemStatus.TypeNotSupported or (ushort)S7ItemStatus.TypeMismatch => S7Diagnosis.ForFamily(
                $"{AreaName(range.Area)}, or they cannot be " + $"read in this way ({Code(answer.Code)})",
                family
            ),
            (ushort)S7ItemStatus.ObjectMissing when range.Area != S7Area.DataBlock => S7Diagnosis.ForFamily(
                $"{AreaName(range.Area)} " + $"({Code(answer.Code)})",
                family
            ),
            _ => new(
                S7Stage.Tags,
                S7Cause.ItemRefused,
                $"The CPU refuses {Place(range)}: "
                    + $"{(answer.Code < 0x100 ? S7Reason.ForItem((S7ItemStatus)answer.Code) : S7Reason.ForRefusal(answer.Code).TrimEnd('.'))}.",
                new S7Remedy("Correct the address or the type of the tag.")
            ),
        };
    }

    public static string Place(in S7Range range) =>
        range.Area == S7Area.DataBlock ? $"bytes {range.Start} to {range.End - 1} of DB{range.Db}"
        : range.Length == 1 ? $"{Letter(range.Area)}{range.Start}"
        : $"{Letter(range.Area)}{range.Start} to {Letter(range.Area)}{range.End - 1}";

    public static string AreaName(S7Area area) =>
        area switch
        {
            S7Area.Counters => "S5 counters",
            S7Area.Timers => "S5 timers",
            S7Area.Peripheral => "peripheral inputs",
            S7Area.SystemFlags => "special markers",
            S7Area.AnalogInputs => "analog inputs",
            S7Area.AnalogOutputs => "analog outputs",
            S7Area.Inputs => "inputs",
            S7Area.Outputs => "outputs",
            S7Area.Markers => "markers",
            _ => "data blocks",
        };

    private static string Letter(S7Area area) =>
        area switch
        {
            S7Area.Timers => "T",
            S7Area.Counters => "C",
            S7Area.Peripheral => "PIB",
            S7Area.SystemFlags => "SMB",
            S7Area.AnalogInputs => "AIW",
            S7Area.AnalogOutputs => "AQW",
            S7Area.Inputs => "IB",
            S7Area.Outputs => "QB",
            _ => "MB",
        };

    private static string Code(ushort code) => code < 0x100 ? $"{code:X2}" : $"{code:X4}";
}
