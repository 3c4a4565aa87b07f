namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Checks a shipped map of a cluster with the program: the secrets that it names are made for it.</summary>
internal static class MapWithSecrets
{
    private static readonly (string Name, string Text)[] Secrets =
    [
        ("cluster.txt", "0123456789abcdef0123456789abcdef\n"),
        ("db.txt", "Host=postgres;Database=bridge;Username=bridge;Password=secret\n"),
        ("users.yaml", "- { name: mes, certificate: 00112233445566778899AABBCCDDEEFF00112233, roles: [Observer] }\n"),
    ];

    /// <summary>What <c>validate</c> prints; it must find no error.</summary>
    /// <param name="files">The map and what it needs, by name; <c>/secrets/</c> becomes their folder.</param>
    /// <param name="map">Which of them is the map.</param>
    /// <param name="variables">The environment.</param>
    /// <param name="cancellationToken">Ends the program.</param>
    public static async Task<string> ValidateAsync(
        IReadOnlyDictionary<string, string> files,
        string map,
        IEnumerable<(string Name, string Value)> variables,
        CancellationToken cancellationToken
    )
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-map-").FullName;
        foreach (var (name, text) in files)
            await File.WriteAllTextAsync(
                Path.Combine(folder, name),
                text.Replace("/secrets/", "", StringComparison.Ordinal),
                cancellationToken
            );
        foreach (var (name, text) in Secrets)
        {
            var path = Path.Combine(folder, name);
            await File.WriteAllTextAsync(path, text, cancellationToken);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
        string[] arguments = [.. variables.Select(each => $"{each.Name}={each.Value}"), .. TestedProgram.Command, "validate", map];
        await using var validate = ChildProgram.Start("env", folder, arguments);
        Assert.That(await validate.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, validate.Output);
        Directory.Delete(folder, recursive: true);
        return validate.Output;
    }
}
