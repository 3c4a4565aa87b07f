namespace S7OpcBridge.Benchmarks;

/// <summary>The checkout that the benchmarks run from.</summary>
internal static class Checkout
{
    /// <summary>A path below its root.</summary>
    public static string PathOf(params string[] parts)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "S7OpcBridge.sln")))
            folder = folder.Parent;
        return Path.Combine([folder?.FullName ?? throw new InvalidOperationException("Run the benchmarks from a checkout."), .. parts]);
    }
}
