namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The checkout that the tests run in.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    private static string Find()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "S7OpcBridge.sln")))
            folder = folder.Parent;
        return folder?.FullName
            ?? throw new InvalidOperationException(
                "The tests run outside a checkout: no S7OpcBridge.sln above " + AppContext.BaseDirectory
            );
    }
}
