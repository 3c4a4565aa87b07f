using System.Reflection;
using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>
/// How the program was started, so that what it tells people to type is what works for them: from a checkout <c>dotnet run --project …</c>, in a container
/// <c>docker exec …</c>, and the plain name where it is installed.
/// </summary>
public static class ProgramInvocation
{
    private const string Name = "s7opcbridge", Project = "S7OpcBridge.csproj";

    /// <summary>What stands before a command's words.</summary>
    public static string Text { get; } = Of(new StartEnvironment(Environment.GetEnvironmentVariable, Environment.ProcessPath, AppContext.BaseDirectory, Environment.CurrentDirectory, Environment.MachineName,
        Assembly.GetEntryAssembly()?.GetName().Name == Name, File.Exists));

    /// <summary>A command as it is to be typed.</summary>
    /// <param name="words">Its words: <c>certs list</c>.</param>
    public static string Command(string words) => $"{Text} {words}";

    /// <summary>The same by given facts.</summary>
    internal static string Of(StartEnvironment facts)
    {
        if (!facts.IsProgram)
            return Name;
        if (ProjectOf(facts) is { } project)
            return $"dotnet run --project {Quoted(project)} --";
        var isByDotnet = Path.GetFileNameWithoutExtension(facts.Process) == "dotnet";
        var program = isByDotnet ? $"dotnet {Quoted(Path.Combine(facts.Folder, $"{Name}.dll"))}" : facts.IsOnPath ? Name : Quoted(facts.Process ?? Name);
        return facts.IsInContainer ? $"{facts.Engine} {program}" : program;
    }

    /// <summary>A word for a shell: in quotes where it needs them.</summary>
    /// <param name="word">The word, mostly a path.</param>
    public static string Quoted(string word) =>
        word.Length > 0 && word.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '/' or '.' or '-' or '_' or ':' or '\\' or '+' or '=' or ',' or '@' or '%') ? word : $"'{word.Replace("'", "'\\''")}'";

    // bin/Debug/net10.0 of the project: 'dotnet run', or a build of somebody who works on it.
    private static string? ProjectOf(StartEnvironment facts)
    {
        var output = new DirectoryInfo(facts.Folder);
        if (output.Parent?.Parent is not { Name: "bin", Parent: { } project } || !facts.Exists(Path.Combine(project.FullName, Project)))
            return null;
        var relative = Path.GetRelativePath(facts.CurrentFolder, project.FullName);
        return relative.StartsWith("..", StringComparison.Ordinal) ? project.FullName : relative;
    }
}
