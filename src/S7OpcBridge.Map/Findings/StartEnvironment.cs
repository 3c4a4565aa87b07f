using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.Findings;

/// <summary>What is known of the start of this process.</summary>
/// <param name="Variable">Reads a variable of the environment.</param>
/// <param name="Process">The file that was started: the program, or dotnet.</param>
/// <param name="Folder">Where the program's library lies.</param>
/// <param name="CurrentFolder">Where it was started.</param>
/// <param name="Machine">Name of the machine; in a container mostly its id, in Kubernetes the pod.</param>
/// <param name="IsProgram">False: something else has loaded this library, a test for example.</param>
/// <param name="Exists">True for a file that is there.</param>
internal sealed partial record StartEnvironment(Func<string, string?> Variable, string? Process, string Folder, string CurrentFolder, string Machine, bool IsProgram, Func<string, bool> Exists)
{
    /// <summary>True inside a container, as the images of .NET say it.</summary>
    public bool IsInContainer => Variable("DOTNET_RUNNING_IN_CONTAINER") is "true" or "1";

    /// <summary>How a command is brought into this container, with its name as far as that can be known from inside.</summary>
    public string Engine => IsInPod ? $"kubectl exec {Machine} --" : $"{(IsPodman ? "podman" : "docker")} exec {(Id().IsMatch(Machine) ? Machine : "NAME")}";

    /// <summary>True where the program's own name is enough, because its folder is searched for programs.</summary>
    public bool IsOnPath => (Variable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => folder.Length > 0 && Exists(Path.Combine(folder, Path.GetFileName(Process ?? ""))));

    private bool IsInPod => Variable("KUBERNETES_SERVICE_HOST") is { Length: > 0 };

    private bool IsPodman => Exists("/run/.containerenv");

    // Docker and Podman name the machine after the container's id, unless somebody names it otherwise.
    [GeneratedRegex("^[0-9a-f]{12}$")]
    private static partial Regex Id();
}
