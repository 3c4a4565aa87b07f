using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.S7Plus.Transport;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

/// <summary>
/// A scripted CPU on loopback, behind real TLS: answers reads, writes, explores and subscriptions from tables that a test fills, and can be told to misbehave.
/// </summary>
internal sealed partial class FakeCpu : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private uint _lastObject = 0x7000_0E40;

    public FakeCpu()
    {
        foreach (var (lid, value) in new[] { (1000u, 50), (1001u, 50), (0u, 10), (1u, 2000) })
            Values[new S7PlusAddress(PlusIds.Root, PlusIds.SystemLimits, [lid])] = PlusValue.DInt(value);
        _listener.Start();
        _accepting = Task.Run(AcceptAsync);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>What is read and written, by address; the checksum counts.</summary>
    public ConcurrentDictionary<S7PlusAddress, PlusValue> Values { get; } = new();

    /// <summary>Errors of single items.</summary>
    public ConcurrentDictionary<S7PlusAddress, ulong> Errors { get; } = new();

    /// <summary>What an Explore of an object finds.</summary>
    public ConcurrentDictionary<uint, PlusObject[]> Objects { get; } = new();

    /// <summary>Answers in place of the usual ones; null from it: the usual one, empty: none.</summary>
    public Func<PlusRequestHead, byte[]?>? Instead { get; set; }

    /// <summary>Heads of all requests in their order.</summary>
    public ConcurrentQueue<PlusRequestHead> Requests { get; } = new();

    /// <summary>Attributes that were set by SetVariable.</summary>
    public ConcurrentQueue<(uint Object, uint Attribute, PlusValue Value)> Sets { get; } = new();

    /// <summary>Objects of subscriptions that were created, with their ids.</summary>
    public ConcurrentQueue<(uint Id, PlusObject Object)> Subscriptions { get; } = new();

    /// <summary>Ids of objects that were deleted.</summary>
    public ConcurrentQueue<uint> Deleted { get; } = new();

    /// <summary>What went wrong on the CPU's side that a real one would answer with a reset.</summary>
    public ConcurrentQueue<string> Complaints { get; } = new();

    /// <summary>Most items of a read; one more is refused as a whole.</summary>
    public int MostItems { get; set; } = 50;

    public PlusDuplex? Duplex { get; private set; }

    public S7PlusConnectionOptions Options =>
        new()
        {
            Host = "127.0.0.1",
            Port = Port,
            CertificateCheck = (_, _) => ValueTask.FromResult(S7PlusTrust.Yes),
            Timeout = TimeSpan.FromSeconds(20),
            KeepAlive = TimeSpan.Zero,
        };

    /// <summary>The bytes of an answer.</summary>
    public static byte[] Answer(PlusRequestHead head, Action<PlusWriter> body)
    {
        var to = new PlusWriter();
        new AnswerHead(head.Function, head.Sequence, 0x34).Write(to);
        body(to);
        return to.ToArray();
    }

    /// <summary>Sends a message in as many fragments as it takes.</summary>
    public async Task SendAsync(byte version, byte[] message, CancellationToken cancellationToken)
    {
        var duplex = Duplex!;
        var send = new byte[duplex.MaxSend];
        for (var at = 0; at < message.Length; )
        {
            var (written, next) = PlusFrame.WriteFragment(send, version, message, at, send.Length);
            await duplex.SendAsync(send.AsMemory(0, written), cancellationToken);
            at = next;
        }
    }

    public Task NotifyAsync(
        uint subscription,
        byte tick,
        uint sequence,
        CancellationToken cancellationToken,
        params (uint Reference, PlusValue? Value)[] records
    )
    {
        var to = new PlusWriter();
        to.Byte((byte)PlusOpcode.Notification);
        new NotificationHead(subscription, tick, sequence, 1_790_000_000_000_000, 1).Write(to);
        foreach (var (reference, value) in records)
        {
            to.Byte(value is null ? NotificationRecord.AddressError2 : NotificationRecord.Value);
            to.UInt32(reference);
            value?.Write(to);
        }
        to.Byte(0);
        to.UInt32(0);
        return SendAsync(PlusFrame.Version2, to.ToArray(), cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting;
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            var identity = TlsIdentity.Create("PLC", TimeProvider.System.GetUtcNow());
            while (true)
            {
                using var socket = await _listener.AcceptSocketAsync(_stop.Token);
                try
                {
                    var accepted = await PlusAcceptance.AcceptAsync(socket, identity, null, _stop.Token);
                    Duplex = accepted.Duplex;
                    await ServeAsync(accepted.Duplex);
                    await accepted.Duplex.DisposeAsync();
                }
                catch (S7PlusException)
                {
                    // The caller is gone; the next may come.
                }
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or InvalidOperationException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(PlusDuplex duplex)
    {
        var frames = new FrameAssembler(1 << 20);
        var counters = new Dictionary<bool, uint> { [false] = 0, [true] = 0 };
        while (true)
        {
            var count = await duplex.ReceiveAsync(frames.Free(), _stop.Token);
            if (count == 0)
                return;
            frames.Advance(count);
            var answers = new List<(byte Version, byte[] Message)>();
            while (frames.TryTake(out var version, out var message))
            {
                if (Take(message, counters) is { Length: > 0 } answer)
                    answers.Add((version, answer));
            }
            foreach (var (version, answer) in answers)
                await SendAsync(version, answer, _stop.Token);
        }
    }
}
