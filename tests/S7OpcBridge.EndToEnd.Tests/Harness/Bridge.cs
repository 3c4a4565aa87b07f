namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program, started as a user starts it, on a map in a folder of its own.</summary>
internal sealed class Bridge : IAsyncDisposable
{
    private readonly ChildProgram _program;
    private readonly string _folder;

    private Bridge(ChildProgram program, string folder, string endpoint)
    {
        _program = program;
        _folder = folder;
        Endpoint = endpoint;
    }

    /// <summary>The URL that it printed.</summary>
    public string Endpoint { get; }

    /// <summary>Where the map lies.</summary>
    public string Folder => _folder;

    public ChildProgram Program => _program;

    /// <summary>Writes the map and runs it until the endpoint is printed. <c>{endpoint}</c> in the map becomes a free port's URL.</summary>
    public static Task<Bridge> StartAsync(string map, CancellationToken cancellationToken, params string[] options) => StartAsync(map, cancellationToken, _ => { }, options);

    /// <summary>The same, with something to do in the folder before.</summary>
    public static Task<Bridge> StartAsync(string map, CancellationToken cancellationToken, Action<string> before, params string[] options) =>
        StartAsync(map, before, folder => Start(folder, ["run", "map.yaml", .. options]), cancellationToken);

    /// <summary>The same with so many file handles and no more.</summary>
    public static Task<Bridge> StartAsync(string map, CancellationToken cancellationToken, int handles) =>
        StartAsync(map, _ => { }, folder => ChildProgram.Start("bash", folder, "-c", $"ulimit -n {handles} && exec dotnet {Path.Combine(AppContext.BaseDirectory, "s7opcbridge.dll")} run map.yaml"), cancellationToken);

    /// <summary>The same with variables in its environment.</summary>
    public static Task<Bridge> StartAsync(string map, CancellationToken cancellationToken, IEnumerable<(string Name, string Value)> variables) =>
        StartAsync(map, _ => { }, folder => ChildProgram.Start("env", folder, [.. variables.Select(each => $"{each.Name}={each.Value}"), "dotnet", Path.Combine(AppContext.BaseDirectory, "s7opcbridge.dll"), "run", "map.yaml"]), cancellationToken);

    private static async Task<Bridge> StartAsync(string map, Action<string> before, Func<string, ChildProgram> start, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        before(folder);
        var endpoint = $"opc.tcp://localhost:{Testing.FreePort.Next()}";
        await File.WriteAllTextAsync(Path.Combine(folder, "map.yaml"), Complete(map, endpoint), cancellationToken);
        var program = start(folder);
        try
        {
            await program.LineAsync(line => line.Contains(endpoint, StringComparison.Ordinal), cancellationToken);
        }
        catch
        {
            await program.DisposeAsync();
            throw;
        }
        return new Bridge(program, folder, endpoint);
    }

    /// <summary>Starts the program with any arguments.</summary>
    public static ChildProgram Start(string folder, params string[] arguments) =>
        ChildProgram.Start("dotnet", folder, [Path.Combine(AppContext.BaseDirectory, "s7opcbridge.dll"), .. arguments]);

    /// <summary>Puts another map in the place of the running one, as an editor does: whole, or not at all.</summary>
    public async Task WriteMapAsync(string map, CancellationToken cancellationToken)
    {
        var unfinished = Path.Combine(_folder, ".map.yaml.swp");
        await File.WriteAllTextAsync(unfinished, Complete(map, Endpoint), cancellationToken);
        File.Move(unfinished, Path.Combine(_folder, "map.yaml"), overwrite: true);
    }

    // Several bridges run at a time, and all of them would want the port of the status page.
    private static string Complete(string map, string endpoint) =>
        map.Replace("{endpoint}", endpoint) + (map.Contains("web:", StringComparison.Ordinal) ? "" : "\nweb: false\n");

    public async ValueTask DisposeAsync()
    {
        await _program.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }
}
