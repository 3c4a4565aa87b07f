using System.Collections.Concurrent;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Broker;

/// <summary>A link that runs, with its buffer and what it told.</summary>
internal sealed class LinkRig : IAsyncDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentQueue<BrokerEvent> _events = new();
    private Task? _running;

    public LinkRig(BrokerOptions options, CommandTopics? commands = null, BufferOptions? buffer = null, TimeProvider? time = null)
    {
        Buffer = new MessageBuffer(buffer ?? new BufferOptions(), time ?? TimeProvider.System);
        Link = new BrokerLink(options, Buffer, commands, edge: null, time ?? TimeProvider.System);
        Link.Happened += _events.Enqueue;
    }

    public MessageBuffer Buffer { get; }

    public BrokerLink Link { get; }

    public IEnumerable<BrokerEvent> Events => _events;

    /// <summary>Options that do not make a test wait.</summary>
    public static BrokerOptions Quick(Uri address) =>
        new()
        {
            Address = address,
            ClientId = "bridge",
            Settle = TimeSpan.Zero,
            FirstPause = TimeSpan.FromMilliseconds(10),
            LongestPause = TimeSpan.FromMilliseconds(50),
        };

    public LinkRig Start()
    {
        _running = Link.RunAsync(_end.Token);
        return this;
    }

    /// <summary>Waits for something that is told, and gives it.</summary>
    public async Task<T> ToldAsync<T>(CancellationToken cancellationToken, Func<T, bool>? fits = null)
        where T : BrokerEvent
    {
        T? found = null;
        await Poll.UntilAsync(
            () => (found = _events.OfType<T>().FirstOrDefault(happened => fits is null || fits(happened))) is not null,
            cancellationToken
        );
        return found!;
    }

    /// <summary>Waits until all that was appended is taken over.</summary>
    public Task DrainedAsync(CancellationToken cancellationToken) => Poll.UntilAsync(() => Buffer.Figures.Messages == 0, cancellationToken);

    public async Task StopAsync()
    {
        await _end.CancelAsync();
        if (_running is not null)
            await _running;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        Buffer.Dispose();
        _end.Dispose();
    }
}
