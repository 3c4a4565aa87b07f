namespace S7OpcBridge.Services;

/// <summary>A command of the system and its arguments.</summary>
/// <param name="Arguments">Its arguments, unquoted.</param>
internal sealed record SystemCommand(string Program, params IReadOnlyList<string> Arguments);

/// <summary>The commands that make, remove and show a service of Windows.</summary>
internal static class WindowsService
{
    private const string Administrators = "*S-1-5-32-544:(OI)(CI)F",
        LocalSystem = "*S-1-5-18:(OI)(CI)F";

    /// <summary>The commands that install a service, in their order. It runs as an account of its own (NT SERVICE\NAME) that may change nothing else.</summary>
    /// <param name="places">Places on this machine.</param>
    /// <param name="name">Name of the service.</param>
    /// <param name="program">The words that start the program and say what it does.</param>
    public static IReadOnlyList<SystemCommand> Install(ServicePlaces places, string name, IReadOnlyList<string> program)
    {
        var account = $@"NT SERVICE\{name}";
        var command = string.Join(' ', program.Select(Quoted));
        return
        [
            new(
                "sc.exe",
                "create",
                name,
                "binPath=",
                command,
                "start=",
                "delayed-auto",
                "obj=",
                account,
                "DisplayName=",
                $"S7OpcBridge ({name})"
            ),
            new("sc.exe", "description", name, "An OPC UA server that bridges Siemens S7 PLCs."),
            // Started again for ever, two seconds after it failed.
            new("sc.exe", "failure", name, "reset=", "0", "actions=", "restart/2000/restart/2000/restart/2000"),
            new("sc.exe", "failureflag", name, "1"),
            // Keys and users: administrators, the system and the service, nobody else.
            new("icacls.exe", places.Root, "/inheritance:r", "/grant:r", Administrators, LocalSystem, $"{account}:(OI)(CI)M"),
        ];
    }

    /// <summary>The commands that remove a service; its files stay.</summary>
    public static IReadOnlyList<SystemCommand> Remove(string name) => [new("sc.exe", "stop", name), new("sc.exe", "delete", name)];

    /// <summary>The command that shows a service.</summary>
    public static SystemCommand Status(string name) => new("sc.exe", "query", name);

    // CommandLineToArgvW: a quoted word; backslashes before the closing quote would escape it.
    private static string Quoted(string word) => word.Contains(' ') ? $"\"{word.TrimEnd('\\')}\"" : word;
}
