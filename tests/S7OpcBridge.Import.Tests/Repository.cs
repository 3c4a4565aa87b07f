namespace S7OpcBridge.Tests;

/// <summary>Finds files of the repository from where the tests run.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    public static string PathOf(string path) => Path.Combine(Root, path);

    private static string Find()
    {
        var folder = new DirectoryInfo(TestContext.CurrentContext.TestDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "S7OpcBridge.sln")))
            folder = folder.Parent;
        return folder?.FullName ?? throw new DirectoryNotFoundException("The tests do not run inside the repository.");
    }
}
