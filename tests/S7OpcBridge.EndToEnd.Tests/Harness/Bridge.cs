using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The built program, started as a user starts it, on a map in a folder of its own.</summary>
internal sealed class Bridge : IAsyncDisposable
{
    private readonly ChildProgram _program;
    private readonly string _folder;
    private bool _ownsFolder = true;

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
    public static Task<Bridge> StartAsync(string map, CancellationToken cancellationToken, params string[] options) =>
        StartAsync(map, cancellationToken, _ => { }, options);

    /// <summary>The same, with something to do in the folder before.</summary>
    public static Task<Bridge> StartAsync(
        string map,
        CancellationToken cancellationToken,
        Action<string> before,
        params string[] options
    ) =>
        StartAsync(
            map,
            before,
            folder => Start(folder, ["run", "map.yaml", .. options]),
            (program, endpoint) => PrintsAsync(program, endpoint, cancellationToken),
            cancellationToken
        );

    /// <summary>The same with so many file handles and no more.</summary>
    public static Task<Bridge> StartAsync(string map, CancellationToken cancellationToken, int handles) =>
        StartInShellAsync(map, $"ulimit -n {handles} && exec {{bridge}}", cancellationToken);

    /// <summary>The same with variables in its environment.</summary>
    public static Task<Bridge> StartAsync(
        string map,
        CancellationToken cancellationToken,
        IEnumerable<(string Name, string Value)> variables
    ) => StartAsync(map, cancellationToken, _ => { }, variables);

    /// <summary>The same, with something to do in the folder before.</summary>
    public static Task<Bridge> StartAsync(
        string map,
        CancellationToken cancellationToken,
        Action<string> before,
        IEnumerable<(string Name, string Value)> variables
    ) =>
        StartAsync(
            map,
            before,
            folder =>
                ChildProgram.Start(
                    "env",
                    folder,
                    [.. variables.Select(each => $"{each.Name}={each.Value}"), .. TestedProgram.Command, "run", "map.yaml"]
                ),
            (program, endpoint) => PrintsAsync(program, endpoint, cancellationToken),
            cancellationToken
        );

    /// <summary>The same from a line for bash, in which <c>{bridge}</c> stands for the command.</summary>
    public static Task<Bridge> StartInShellAsync(string map, string line, CancellationToken cancellationToken) =>
        StartAsync(
            map,
            _ => { },
            folder => ChildProgram.Start("bash", folder, "-c", line.Replace("{bridge}", $"{TestedProgram.Line} run map.yaml")),
            (program, endpoint) => ListensAsync(program, endpoint, cancellationToken),
            cancellationToken
        );

    private static Task PrintsAsync(ChildProgram program, string endpoint, CancellationToken cancellationToken) =>
        program.LineAsync(line => line.Contains(endpoint, StringComparison.Ordinal), cancellationToken);

    private static async Task<Bridge> StartAsync(
        string map,
        Action<string> before,
        Func<string, ChildProgram> start,
        Func<ChildProgram, string, Task> started,
        CancellationToken cancellationToken
    )
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        before(folder);
        var endpoint = $"opc.tcp://localhost:{Testing.FreePort.Next()}";
        await File.WriteAllTextAsync(Path.Combine(folder, "map.yaml"), Complete(map, endpoint), cancellationToken);
        var program = start(folder);
        try
        {
            await started(program, endpoint);
        }
        catch
        {
            await program.DisposeAsync();
            throw;
        }
        return new Bridge(program, folder, endpoint);
    }

    /// <summary>Starts it once more in the same folder, after its process has ended.</summary>
    public async Task<Bridge> AgainAsync(CancellationToken cancellationToken)
    {
        var program = Start(_folder, "run", "map.yaml");
        try
        {
            await PrintsAsync(program, Endpoint, cancellationToken);
        }
        catch
        {
            await program.DisposeAsync();
            throw;
        }
        return new Bridge(program, _folder, Endpoint) { _ownsFolder = false };
    }

    /// <summary>Starts the program with any arguments.</summary>
    public static ChildProgram Start(string folder, params string[] arguments) =>
        ChildProgram.Start("env", folder, [.. TestedProgram.Command, .. arguments]);

    // Not what it prints: some tests take its output away.
    private static async Task ListensAsync(ChildProgram program, string endpoint, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        while (!program.HasExited)
        {
            using var caller = new System.Net.Sockets.TcpClient();
            try
            {
                await caller.ConnectAsync("127.0.0.1", new Uri(endpoint).Port, patience.Token);
                return;
            }
            catch (System.Net.Sockets.SocketException)
            {
                await Poll.AgainAsync(patience.Token);
            }
        }
        throw new InvalidOperationException($"The bridge ended with {program.ExitCode} before it listened. It printed:\n{program.Output}");
    }

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
        if (_ownsFolder)
            Directory.Delete(_folder, recursive: true);
    }
}
