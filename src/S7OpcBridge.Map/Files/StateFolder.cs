using S7OpcBridge.Map.Files;

namespace S7OpcBridge.Map;

/// <summary>
/// Where the bridge keeps what it writes and the map does not give a full path of: certificate stores, users, history, states of alarms. The folder of the map
/// is often read-only: under systemd, in a container.
/// </summary>
public static class StateFolder
{
    /// <summary>Environment variable with the state folder; the container image sets it to /state.</summary>
    public const string Variable = "S7OPCBRIDGE_STATE";

    // systemd sets it to the folders of StateDirectory=, separated by colons.
    private const string SystemdVariable = "STATE_DIRECTORY";

    /// <summary>
    /// The state folder of a map: that of the environment, else that of the systemd service that runs the map, so that commands of an administrator find it.
    /// </summary>
    /// <returns>A full path; null: there is none, and everything lies beside the map.</returns>
    public static string? For(string map) =>
        Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named ? Path.GetFullPath(named)
        : Environment.GetEnvironmentVariable(SystemdVariable)?.Split(':')[0] is { Length: > 0 } ofUnit ? ofUnit
        : ServiceUnits.StateOf(Path.GetFullPath(map), ServiceUnits.Folders);

    /// <summary>The place of a file or folder that the bridge writes.</summary>
    /// <param name="name">Its path in the map.</param>
    /// <returns>
    /// Its full path in the state folder; or beside the map, as <see cref="SourceFile.Resolve"/> gives it, where there is no state folder, where it lies there
    /// already, or where the path leads elsewhere.
    /// </returns>
    public static string Resolve(SourceFile map, string name)
    {
        var beside = map.Resolve(name);
        var leadsAway = Path.IsPathRooted(name) || name.Split('/', '\\')[0] == "..";
        return leadsAway || Path.Exists(beside) || For(map.Path) is not { } state ? beside : Path.GetFullPath(name, state);
    }
}
