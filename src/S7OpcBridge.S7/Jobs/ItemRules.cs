namespace S7OpcBridge.S7.Jobs;

/// <summary>Checks ranges before they are sent. A range that cannot be addressed is an error of the caller.</summary>
internal static class ItemRules
{
    /// <summary>Size of the largest data block in bytes; 24-bit addresses could address more, but blocks are not longer.</summary>
    public const int MaxBytes = 65536;

    public static void Check(in S7Range range, string parameter)
    {
        if (range.Area == S7Area.None)
            throw new ArgumentException("A range needs an area.", parameter);
        if (range.Length < 1 || range.Start < 0 || range.ByteLength > ushort.MaxValue || range.End > MaxBytes)
            throw new ArgumentException(
                $"A range of {range.Length} from {range.Start} cannot be addressed: bytes 0 to {MaxBytes - 1} can.",
                parameter
            );
        if (range.Area is S7Area.AnalogInputs or S7Area.AnalogOutputs && ((range.Start | range.Length) & 1) != 0)
            throw new ArgumentException(
                $"Analog values are words at even bytes; a range of {range.Length} from {range.Start} is none.",
                parameter
            );
    }
}
