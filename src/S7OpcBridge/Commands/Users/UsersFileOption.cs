using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Map;

namespace S7OpcBridge.Commands.Users;

/// <summary>
/// <c>--map</c> of the <c>users</c> commands: a map that names the users file, or that file itself. Default: the map of the running bridge, otherwise the
/// default map.
/// </summary>
internal static class UsersFileOption
{
    private const string File = "--file",
        DefaultFile = "users.yaml";

    public static Option<string?> Build() =>
        new(MapCommand.Option, File)
        {
            Description =
                $"The map that names the users file, or the users file itself ('{File}' makes one that is not there yet). Default: the map of the "
                + $"running bridge, else {MapCommand.DefaultMap}, else {DefaultFile}.",
            HelpName = "MAP",
        };

    /// <summary>The path of the users file; null after an error message.</summary>
    public static async Task<string?> FileAsync(ParseResult parsed, Option<string?> option, CancellationToken cancellationToken)
    {
        var error = parsed.InvocationConfiguration.Error;
        if (parsed.GetValue(option) is { } named)
            return ResolveNamed(named, isFile: parsed.GetResult(option)?.IdentifierToken?.Value == File, error);
        var (running, isClear) = await RunningMap.FindAsync(error, cancellationToken);
        if (!isClear)
            return null;
        var map = running ?? (System.IO.File.Exists(MapCommand.DefaultMap) ? MapCommand.DefaultMap : null);
        return (map is null ? null : UsersLocation.In(map, new FindingList())?.File) ?? DefaultFile;
    }

    private static string? ResolveNamed(string path, bool isFile, TextWriter error)
    {
        if (isFile && !System.IO.File.Exists(path))
            return path;
        var findings = new FindingList();
        switch (UsersLocation.In(path, findings))
        {
            case { File: { } file }:
                return file;
            case { AreInMap: true }:
                error.WriteLine(
                    $"s7opcbridge: the users of {path} are listed in the map itself, which this command does not change; name a file there, "
                        + "'users: users.yaml' under 'server', and move them into it."
                );
                return null;
            case not null:
                error.WriteLine($"s7opcbridge: {path} names no users file; add 'users: users.yaml' under 'server'.");
                return null;
            default:
                foreach (var finding in findings.Sorted)
                    error.WriteLine(finding);
                return null;
        }
    }
}
