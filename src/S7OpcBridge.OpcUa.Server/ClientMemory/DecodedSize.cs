namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Measures the memory of a part of a request that is kept: what the thread allocates while the part is decoded, checked and compiled. Nothing that is kept can
/// be left out, whatever its type; what was needed meanwhile only is counted too.
/// </summary>
internal readonly struct DecodedSize
{
    private readonly long _before;

    private DecodedSize(long before) => _before = before;

    /// <summary>Bytes allocated since <see cref="Begin"/>; to be asked on the same thread.</summary>
    public long Bytes => GC.GetAllocatedBytesForCurrentThread() - _before;

    /// <summary>Begins to measure.</summary>
    public static DecodedSize Begin() => new(GC.GetAllocatedBytesForCurrentThread());
}
