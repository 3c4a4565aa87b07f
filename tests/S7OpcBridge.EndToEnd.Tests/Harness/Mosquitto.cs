using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Debian's mosquitto on a free port, with its store in a folder of its own, so that it can go and come back with what it kept.</summary>
internal sealed class Mosquitto : IAsyncDisposable
{
    private const string Executable = "/usr/sbin/mosquitto";

    private readonly string _folder = Directory.CreateTempSubdirectory("s7opcbridge-broker-").FullName;
    private ChildProgram _program;

    private Mosquitto(string configuration)
    {
        File.WriteAllText(
            Path.Combine(_folder, "broker.conf"),
            configuration
                .Replace("listener 1883", $"listener {Port} 127.0.0.1", StringComparison.Ordinal)
                .Replace("/mosquitto/data/", $"{_folder}/", StringComparison.Ordinal)
        );
        _program = Run();
    }

    public int Port { get; } = FreePort.Next();

    public string Url => $"mqtt://127.0.0.1:{Port}";

    public ChildProgram Program => _program;

    /// <summary>Starts it with the configuration of the compose example, and waits until it listens.</summary>
    /// <param name="more">Further lines.</param>
    public static async Task<Mosquitto> StartAsync(CancellationToken cancellationToken, string more = "")
    {
        Interop.RequireProgram(Executable, "apt-get install mosquitto mosquitto-clients");
        var broker = new Mosquitto($"{Shipped.Read("deploy/compose/mqtt/mosquitto.conf")}autosave_interval 1\n{more}\n");
        await broker.ListensAsync(cancellationToken);
        return broker;
    }

    /// <summary>Ends it as an administrator does: it saves what it keeps.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _program.TerminateAsync();
        await _program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
    }

    /// <summary>Starts it once more.</summary>
    public async Task AgainAsync(CancellationToken cancellationToken)
    {
        await _program.DisposeAsync();
        _program = Run();
        await ListensAsync(cancellationToken);
    }

    /// <summary>Starts mosquitto_sub, which prints a line for each message: topic, retain flag, content type, expiry, user properties, payload.</summary>
    public ChildProgram Listen(string filter, params string[] options) =>
        ChildProgram.Start(
            "mosquitto_sub",
            _folder,
            ["-V", "5", "-p", $"{Port}", "-q", "1", "-t", filter, "-F", "%t r=%r ct=%C exp=%E up=%P %p", .. options]
        );

    /// <summary>What the broker keeps on topics of a filter, by topic.</summary>
    public async Task<IReadOnlyDictionary<string, string>> KeptAsync(string filter, CancellationToken cancellationToken)
    {
        // A message that the broker keeps on a topic of its own comes behind those of the filter.
        var mark = $"mark/{Guid.NewGuid():N}";
        await PublishAsync(mark, "end", cancellationToken, "-r");
        await using var listener = ChildProgram.Start(
            "mosquitto_sub",
            _folder,
            ["-V", "5", "-p", $"{Port}", "-q", "1", "-t", filter, "-t", mark, "-F", "%r %t %p"]
        );
        await listener.LineAsync(line => line.Contains(mark, StringComparison.Ordinal), cancellationToken);
        await PublishAsync(mark, "", cancellationToken, "-r");
        return listener
            .LinesFrom(0)
            .Where(line => line.StartsWith("1 ", StringComparison.Ordinal) && !line.Contains(mark, StringComparison.Ordinal))
            .Select(static line => line.Split(' ', 3))
            .ToDictionary(static part => part[1], static part => part[2]);
    }

    /// <summary>Publishes with mosquitto_pub.</summary>
    public async Task PublishAsync(string topic, string payload, CancellationToken cancellationToken, params string[] options)
    {
        string[] text = payload.Length == 0 ? ["-n"] : ["-m", payload];
        await using var publisher = ChildProgram.Start(
            "mosquitto_pub",
            _folder,
            ["-V", "5", "-p", $"{Port}", "-q", "1", "-t", topic, .. text, .. options]
        );
        Assert.That(await publisher.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, publisher.Output);
    }

    public async ValueTask DisposeAsync()
    {
        await _program.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private ChildProgram Run() => ChildProgram.Start(Executable, _folder, "-c", "broker.conf");

    private async Task ListensAsync(CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(TimeSpan.FromSeconds(60));
        while (true)
        {
            Assert.That(_program.HasExited, Is.False, _program.Output);
            using var caller = new System.Net.Sockets.TcpClient();
            try
            {
                await caller.ConnectAsync("127.0.0.1", Port, patience.Token);
                return;
            }
            catch (System.Net.Sockets.SocketException)
            {
                await Poll.AgainAsync(patience.Token);
            }
        }
    }
}
