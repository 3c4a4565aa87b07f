using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// mosquitto in a soak: the PLC that is left alone is published to it, and it is away for half of the time. It keeps what comes for a subscriber with a session
/// of its own, who asks for it when the broker is back.
/// </summary>
internal sealed class SoakBroker : IAsyncDisposable
{
    private const string Topic = "soak/data";

    private readonly Mosquitto _broker;
    private ChildProgram? _subscriber;

    private SoakBroker(Mosquitto broker) => _broker = broker;

    /// <summary>Messages that came, without those that came again.</summary>
    public int Messages { get; private set; }

    /// <summary>The entry of the map.</summary>
    /// <param name="plc">The PLC that is published.</param>
    public string EntryOf(string plc) =>
        $"{{ name: soak, broker: \"{_broker.Url}\", topic: {Topic}, publish: {{ onChange: 50ms }}, tags: [ {{ include: {plc}/Count }} ] }}";

    /// <summary>Starts it; null: mosquitto is not installed, which is said.</summary>
    public static async Task<SoakBroker?> StartAsync(CancellationToken cancellationToken)
    {
        if (!File.Exists(MosquittoBroker.Binary))
        {
            TestContext.Progress.WriteLine($"{MosquittoBroker.Binary} is not installed on this machine: the soak runs without a broker.");
            return null;
        }
        var broker = new SoakBroker(await Mosquitto.StartAsync(cancellationToken));
        await using var first = broker.Subscribe("-E");
        Assert.That(await first.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, first.Output);
        return broker;
    }

    /// <summary>Is away for half of the time, a quarter after its begin.</summary>
    public async Task RunAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        await Task.Delay(duration / 4, TimeProvider.System, cancellationToken);
        await _broker.StopAsync(cancellationToken);
        await Task.Delay(duration / 2, TimeProvider.System, cancellationToken);
        await _broker.AgainAsync(cancellationToken);
        _subscriber = Subscribe("-F", "%p");
    }

    /// <summary>
    /// Waits until the last number is there, and checks that each message came in its order: a message that the broker has taken and not acknowledged may come
    /// again, but none may be left out.
    /// </summary>
    public async Task AssertAsync(int last, CancellationToken cancellationToken)
    {
        await _subscriber!.LineAsync(line => line.Contains($"{{\"Value\":{last},", StringComparison.Ordinal), cancellationToken);
        var (number, value) = (0u, 0);
        foreach (var line in _subscriber.LinesFrom(0))
        {
            var message = JsonDocument.Parse(line).RootElement;
            if (message.GetProperty("MessageType").GetString() == "ua-keepalive")
                continue;
            var next = message.GetProperty("SequenceNumber").GetUInt32();
            if (Messages > 0 && next <= number)
                continue;
            Assert.That(Messages == 0 || next == number + 1, $"behind message {number} came {next}");
            (number, Messages) = (next, Messages + 1);
            var field = message.GetProperty("Payload").EnumerateObject().Single().Value;
            if (!field.TryGetProperty("Value", out var count))
                continue;
            Assert.That(count.GetInt32(), Is.GreaterThanOrEqualTo(value), "the counter goes forward");
            value = count.GetInt32();
        }
        Assert.That(value, Is.EqualTo(last));
    }

    public async ValueTask DisposeAsync()
    {
        if (_subscriber is not null)
            await _subscriber.DisposeAsync();
        await _broker.DisposeAsync();
    }

    private ChildProgram Subscribe(params string[] more)
    {
        string[] session = ["-V", "5", "-p", $"{_broker.Port}", "-i", "soak-reader", "-c", "-x", "86400", "-q", "1", "-t", Topic];
        return ChildProgram.Start("mosquitto_sub", Path.GetTempPath(), [.. session, .. more]);
    }
}
