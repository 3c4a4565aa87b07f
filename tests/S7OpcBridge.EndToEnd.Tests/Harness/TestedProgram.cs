namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// How the tests start the program: by <c>dotnet</c> as it was built with them, or the file that the environment variable <c>S7OPCBRIDGE_PROGRAM</c> names, the
/// native build for example (CONTRIBUTING.md).
/// </summary>
internal static class TestedProgram
{
    private static readonly string? Other = Environment.GetEnvironmentVariable("S7OPCBRIDGE_PROGRAM") is { Length: > 0 } path ? path : null;

    /// <summary>The command, without arguments.</summary>
    public static string[] Command { get; } =
        Other is null ? ["dotnet", Path.Combine(AppContext.BaseDirectory, "s7opcbridge.dll")] : [Other];

    /// <summary>The same for a line of bash.</summary>
    public static string Line { get; } = string.Join(' ', Command);
}
