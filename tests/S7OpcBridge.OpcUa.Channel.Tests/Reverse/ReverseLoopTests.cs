using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Reverse;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Reverse;

/// <summary>The loop of one client, without pauses and on a clock that stands.</summary>
[CancelAfter(60_000)]
internal sealed class ReverseLoopTests
{
    private ManualClock _clock = new();
    private CancellationTokenSource _stopping = new();
    private ReverseProgress _progress = null!;
    private Task _running = Task.CompletedTask;

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    [SetUp]
    public void Begin() => (_clock, _stopping, _running) = (new(), new(), Task.CompletedTask);

    [TearDown]
    public async Task End()
    {
        await _stopping.CancelAsync();
        await _running;
        _stopping.Dispose();
    }

    [Test]
    public async Task A_thousand_connections_that_the_client_drops_leave_no_handle()
    {
        using var mes = new ReverseListener();
        Start(mes.Url, Dns.GetHostAddressesAsync);
        for (var i = 0; i < 1000; i++)
        {
            using var socket = (await mes.TakeAsync(Stop)).Socket;
            socket.Shutdown(SocketShutdown.Send);
            Assert.That(await socket.ReceiveAsync(new byte[1], Stop), Is.Zero, $"connection {i} was closed on the server's side, too");
        }
        Assert.That(_progress.Status.Failures, Is.GreaterThanOrEqualTo(999));
    }

    [Test]
    public async Task A_name_is_looked_up_at_each_dial()
    {
        using var mes = new ReverseListener();
        var names = new ConcurrentQueue<string>();
        Start(
            $"opc.tcp://mes.plant.local:{mes.Port}",
            (name, _) =>
            {
                names.Enqueue(name);
                return names.Count < 3
                    ? Task.FromException<IPAddress[]>(new SocketException((int)SocketError.HostNotFound))
                    : Task.FromResult<IPAddress[]>([IPAddress.Parse("127.0.0.77")]);
            }
        );
        using var socket = (await mes.TakeAsync(Stop)).Socket;
        Assert.That(names, Is.EqualTo((string[])["mes.plant.local", "mes.plant.local", "mes.plant.local"]));
        Assert.That(
            _progress.Status,
            Has.Property("LastError").EqualTo("the name 'mes.plant.local' is not known here; check it and the DNS server")
        );
    }

    [Test]
    public async Task An_address_that_refuses_does_not_hide_the_next_one()
    {
        using var mes = new ReverseListener();
        IPAddress[] addresses = [IPAddress.Parse("127.0.0.78"), IPAddress.Parse("127.0.0.77")];
        Start($"opc.tcp://mes:{mes.Port}", (_, _) => Task.FromResult(addresses));
        using var socket = (await mes.TakeAsync(Stop)).Socket;
        Assert.That(_progress.Status.Dials, Is.EqualTo(1));
    }

    [Test]
    public async Task A_lookup_that_hangs_ends_after_ten_seconds()
    {
        Start("opc.tcp://mes:4840", static (_, _) => new TaskCompletionSource<IPAddress[]>().Task);
        await Poll.WhileRunningAsync(
            Poll.UntilAsync(() => _progress.Status.Failures >= 2, Stop),
            () =>
            {
                _clock.Advance(ReverseDial.Limit);
                return Task.CompletedTask;
            },
            Stop
        );
        Assert.That(_progress.Status.LastError, Does.Contain("no answer within 10 s"));
    }

    [Test]
    public async Task A_stop_while_dialling_does_not_wait_for_the_name()
    {
        Start("opc.tcp://mes:4840", static (_, _) => new TaskCompletionSource<IPAddress[]>().Task);
        await Poll.UntilAsync(() => _progress.Status.Dials == 1, Stop);
        await _stopping.CancelAsync();
        await _running.WaitAsync(Stop);
        Assert.That(_progress.Status, Has.Property("LastError").Null);
    }

    private void Start(string url, Func<string, CancellationToken, Task<IPAddress[]>> resolve)
    {
        Assert.That(ServerAddress.TryParse(url, out var address), Is.True);
        _progress = new ReverseProgress(url, "opc.tcp://edge01:4840", _clock, static _ => { });
        var loop = new ReverseLoop(
            new ReverseDial(address!, "urn:test", "opc.tcp://edge01:4840", _clock) { Resolve = resolve },
            "opc.tcp://edge01:4840",
            new RedialPause(TimeSpan.Zero, static () => 1), // none
            _progress,
            static (_, _) => throw new InvalidOperationException("Nobody begins here."),
            _clock
        );
        _running = loop.RunAsync(_stopping.Token);
    }
}
