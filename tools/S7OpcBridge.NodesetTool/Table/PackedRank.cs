namespace S7OpcBridge.NodesetTool;

/// <summary>A value rank (from -3 on) with a bit that says whether array dimensions follow.</summary>
internal static class PackedRank
{
    public static void Write(PackedWriter output, int rank, uint[] dimensions)
    {
        output.Number((uint)(rank + 3) << 1 | (dimensions.Length > 0 ? 1u : 0));
        if (dimensions.Length == 0)
            return;
        output.Number((uint)dimensions.Length);
        foreach (var size in dimensions)
            output.Number(size);
    }
}
