using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.Findings;

/// <summary>The environment in which this process was started.</summary>
/// <param name="Variable">Reads an environment variable.</param>
/// <param name="Process">Path of the executable: the program, or dotnet.</param>
/// <param name="Folder">Folder of the program's library.</param>
/// <param name="CurrentFolder">The working directory at start.</param>
/// <param name="Machine">Name of the machine; in a container usually its id, in Kubernetes the name of the pod.</param>
/// <param name="IsProgram">False: another program has loaded this library, for example a test.</param>
/// <param name="Exists">Returns whether a file exists.</param>
internal sealed partial record StartEnvironment(
    Func<string, string?> Variable,
    string? Process,
    string Folder,
    string CurrentFolder,
    string Machine,
    bool IsProgram,
    Func<string, bool> Exists
)
{
    /// <summary>True inside a container, as the .NET images report it.</summary>
    public bool IsInContainer => Variable("DOTNET_RUNNING_IN_CONTAINER") is "true" or "1";

    /// <summary>The command that runs a program inside this container, with the container's name as far as it can be known from inside.</summary>
    public string Engine =>
        IsInPod ? $"kubectl exec {Machine} --" : $"{(IsPodman ? "podman" : "docker")} exec {(Id().IsMatch(Machine) ? Machine : "NAME")}";

    /// <summary>True where the program's folder is in PATH, so that its name is enough.</summary>
    public bool IsOnPath =>
        (Variable("PATH") ?? "")
            .Split(Path.PathSeparator)
            .Any(folder => folder.Length > 0 && Exists(Path.Combine(folder, Path.GetFileName(Process ?? ""))));

    private bool IsInPod => Variable("KUBERNETES_SERVICE_HOST") is { Length: > 0 };

    private bool IsPodman => Exists("/run/.containerenv");

    // Docker and Podman set the machine name to the container's id, unless configured otherwise.
    [GeneratedRegex("^[0-9a-f]{12}$")]
    private static partial Regex Id();
}
