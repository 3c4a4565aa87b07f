using System.Reflection;
using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>
/// How the program was started, so that messages show commands that work for the user: <c>dotnet run --project …</c> in a checkout, <c>docker exec …</c> for a
/// container, and the plain name where it is installed.
/// </summary>
public static class ProgramInvocation
{
    private const string Name = "s7opcbridge",
        Project = "S7OpcBridge.csproj";

    /// <summary>What precedes a command's words.</summary>
    public static string Text { get; } =
        CommandLineFor(
            new StartEnvironment(
                Environment.GetEnvironmentVariable,
                Environment.ProcessPath,
                AppContext.BaseDirectory,
                Environment.CurrentDirectory,
                Environment.MachineName,
                Assembly.GetEntryAssembly()?.GetName().Name == Name,
                File.Exists
            )
        );

    /// <summary>A command line for the user to type.</summary>
    /// <param name="words">The words of the command: <c>certs list</c>.</param>
    public static string Command(string words) => $"{Text} {words}";

    /// <summary>The prefix for a given environment.</summary>
    internal static string CommandLineFor(StartEnvironment facts)
    {
        if (!facts.IsProgram)
            return Name;
        if (ProjectOf(facts) is { } project)
            return $"dotnet run --project {Quoted(project)} --";
        var isByDotnet = Path.GetFileNameWithoutExtension(facts.Process) == "dotnet";
        var program =
            isByDotnet ? $"dotnet {Quoted(Path.Combine(facts.Folder, $"{Name}.dll"))}"
            : facts.IsOnPath ? Name
            : Quoted(facts.Process ?? Name);
        return facts.IsInContainer ? $"{facts.Engine} {program}" : program;
    }

    /// <summary>Quotes a word for a shell where necessary.</summary>
    /// <param name="word">The word, usually a path.</param>
    public static string Quoted(string word) =>
        word.Length > 0
        && word.All(letter =>
            char.IsAsciiLetterOrDigit(letter) || letter is '/' or '.' or '-' or '_' or ':' or '\\' or '+' or '=' or ',' or '@' or '%'
        )
            ? word
            : $"'{word.Replace("'", "'\\''")}'";

    // The program runs from bin/Debug/net10.0 of its project: 'dotnet run', or a developer's build.
    private static string? ProjectOf(StartEnvironment facts)
    {
        var output = new DirectoryInfo(facts.Folder);
        if (output.Parent?.Parent is not { Name: "bin", Parent: { } project } || !facts.Exists(Path.Combine(project.FullName, Project)))
            return null;
        var relative = Path.GetRelativePath(facts.CurrentFolder, project.FullName);
        return relative.StartsWith("..", StringComparison.Ordinal) ? project.FullName : relative;
    }
}
