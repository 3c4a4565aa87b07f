namespace S7OpcBridge.PubSub.Datasets;

/// <summary>
/// Version of a dataset's metadata (OPC 10000-14, 6.2.3.2.6). Both are VersionTime: seconds since 2000-01-01 UTC. Fields appended at the end move the minor
/// version; any other change sets both to the same new time.
/// </summary>
internal readonly record struct ConfigurationVersion(uint Major, uint Minor)
{
    private const long Epoch = 630822816000000000; // 2000-01-01 in .NET ticks

    /// <summary>VersionTime of a moment in .NET UTC ticks; 1 at least, because 0 means "no version".</summary>
    public static uint VersionTime(long utcTicks) => (uint)Math.Clamp((utcTicks - Epoch) / TimeSpan.TicksPerSecond, 1, uint.MaxValue);
}
