using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Debian's mosquitto on a free port, with its store in a folder of its own, so that it can go and come back with what it kept.</summary>
internal sealed class Mosquitto : IAsyncDisposable
{
    private readonly MosquittoBroker _broker;

    private Mosquitto(MosquittoBroker broker) => _broker = broker;

    public int Port => _broker.Port;

    public string Url => $"mqtt://127.0.0.1:{Port}";

    /// <summary>Starts it with the configuration of the compose example, and waits until it listens.</summary>
    public static async Task<Mosquitto> StartAsync(CancellationToken cancellationToken)
    {
        Interop.RequireProgram(MosquittoBroker.Binary, "apt-get install mosquitto mosquitto-clients");
        var shipped = Shipped.Read("deploy/compose/mqtt/mosquitto.conf").Split('\n');
        return new Mosquitto(
            await MosquittoBroker.StartAsync(
                folder =>
                    [
                        .. shipped
                            .Where(static line => !line.StartsWith("listener", StringComparison.Ordinal))
                            .Select(line => line.Replace("/mosquitto/data/", $"{folder}/", StringComparison.Ordinal)),
                        "autosave_interval 1",
                    ],
                cancellationToken
            )
        );
    }

    /// <summary>Ends it as an administrator does: it saves what it keeps.</summary>
    public Task StopAsync(CancellationToken cancellationToken) => _broker.StopAsync(cancellationToken);

    /// <summary>Starts it once more.</summary>
    public Task AgainAsync(CancellationToken cancellationToken) => _broker.StartAgainAsync(cancellationToken);

    /// <summary>Starts mosquitto_sub, which prints a line for each message: topic, retain flag, content type, expiry, user properties, payload.</summary>
    public ChildProgram Listen(string filter, params string[] options) =>
        ChildProgram.Start(
            "mosquitto_sub",
            _broker.Folder,
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
            _broker.Folder,
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
            _broker.Folder,
            ["-V", "5", "-p", $"{Port}", "-q", "1", "-t", topic, .. text, .. options]
        );
        Assert.That(await publisher.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, publisher.Output);
    }

    public ValueTask DisposeAsync() => _broker.DisposeAsync();
}
