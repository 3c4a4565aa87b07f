namespace S7OpcBridge.Core;

/// <summary>First levels of paths below a PLC that are the bridge's own.</summary>
public static class ReservedNames
{
    private static readonly string[] All = ["_Status", "_Device", "_Machine", "_Network"];

    /// <summary>The reserved level with which a path begins; null: none.</summary>
    public static string? In(string path) =>
        Array.Find(
            All,
            name => path.StartsWith(name, StringComparison.Ordinal) && (path.Length == name.Length || path[name.Length] == '/')
        );
}
