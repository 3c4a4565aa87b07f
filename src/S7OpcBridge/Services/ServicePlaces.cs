using Microsoft.Extensions.Hosting.WindowsServices;

namespace S7OpcBridge.Services;

/// <summary>Where a service keeps its files: the one place that tells Windows from other systems.</summary>
/// <param name="IsWindows">True on Windows.</param>
/// <param name="Root">Windows: the folder of all files, <c>ProgramData\S7OpcBridge</c>; else <c>/</c>.</param>
internal sealed record ServicePlaces(bool IsWindows, string Root)
{
    /// <summary>The name of the service where none is given, and the beginning of all others.</summary>
    public const string DefaultName = "s7opcbridge";

    /// <summary>Those of this machine.</summary>
    public static ServicePlaces Here { get; } =
        new(
            OperatingSystem.IsWindows(),
            OperatingSystem.IsWindows()
                ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "S7OpcBridge")
                : "/"
        );

    /// <summary>True where this process was started by the service manager of Windows.</summary>
    public static bool IsWindowsService => WindowsServiceHelpers.IsWindowsService();

    /// <summary>The map of a service where none is given.</summary>
    public string Map => IsWindows ? Join(Root, "config", "bridge.yaml") : "/etc/s7opcbridge/config/bridge.yaml";

    /// <summary>What a service writes: certificate stores, users, history, states of alarms; the file of a witness.</summary>
    public string StateOf(string name) => IsWindows ? Join(Root, "state", name) : $"/var/lib/{name}";

    /// <summary>The unit that systemd reads.</summary>
    public static string UnitOf(string name) => $"/etc/systemd/system/{name}.service";

    /// <summary>The folders in which services listen for 'doctor', 'health' and the like.</summary>
    public IEnumerable<string> SocketFolders =>
        IsWindows ? [Join(Root, "run")]
        : Directory.Exists("/run") ? Directory.EnumerateDirectories("/run", DefaultName + "*").Order(StringComparer.Ordinal)
        : [];

    /// <summary>What is wrong with a name, as half a sentence; null: nothing.</summary>
    public static string? FaultOf(string name) =>
        name.Length is 0 or > 64
        || !name.StartsWith(DefaultName, StringComparison.Ordinal)
        || !name.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c == '-')
            ? $"begins with {DefaultName} and has lower-case letters, digits and dashes only, such as {DefaultName}-line2"
            : null;

    /// <summary>A path of these parts.</summary>
    public string Join(params string[] parts) => string.Join(IsWindows ? '\\' : '/', parts);
}
