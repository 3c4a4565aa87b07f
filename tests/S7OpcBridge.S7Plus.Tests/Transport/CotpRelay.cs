using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;
using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Transport;

namespace S7OpcBridge.S7Plus.Tests.Transport;

/// <summary>How a relay cuts what it puts into COTP.</summary>
/// <param name="Cut">At most so many bytes per data TPDU.</param>
/// <param name="Empty">True: an empty data TPDU goes before each.</param>
internal sealed record CotpCut(int Cut = 1017, bool Empty = false);

/// <summary>
/// The front of a CPU (or the back of a caller) around a program that speaks TLS over plain TCP: puts its bytes into COTP and takes ours out.
/// </summary>
internal sealed class CotpRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _running;

    private CotpRelay(Func<TcpListener, CotpRelay, CancellationToken, Task> run)
    {
        _listener.Start();
        _running = Task.Run(() => run(_listener, this, _stop.Token));
    }

    /// <summary>Where to connect.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Lengths of the pieces that the program sent, each told before it is passed on.</summary>
    public Channel<int> Passed { get; } = Channel.CreateUnbounded<int>();

    /// <summary>Lengths of the frames that the COTP side sent us, with TPKT.</summary>
    public List<int> Frames { get; } = [];

    /// <summary>Takes a caller that speaks COTP, answers COTP and InitSSL, and connects it to a program on a port.</summary>
    public static CotpRelay ToProgram(int port, CotpCut cut) =>
        new(
            async (listener, relay, token) =>
            {
                using var caller = await listener.AcceptSocketAsync(token);
                var incoming = new TpduBuffer(2 * CotpDuplex.LongestFrame);
                var request = CotpConnect.Read((await NextAsync(caller, incoming, relay, token)).Span);
                Assert.That(request.CalledTsap.ToArray(), Is.EqualTo("SIMATIC-ROOT-HMI"u8.ToArray()));
                await caller.SendAsync(
                    (request with { Type = CotpType.ConnectConfirm, DestinationReference = request.SourceReference }).ToFrame(),
                    token
                );
                Assert.That(InitSsl.IsRequest((await NextAsync(caller, incoming, relay, token)).Span), Is.True);
                await SendAsync(caller, InitSsl.Answer, new CotpCut(), token);
                using var program = await ConnectAsync(port, token);
                await PumpAsync(caller, incoming, program, cut, relay, token);
            }
        );

    /// <summary>Takes a program that speaks plain TCP and calls, in COTP, whoever listens on a port.</summary>
    public static CotpRelay FromProgram(int port, CotpCut cut) =>
        new(
            async (listener, relay, token) =>
            {
                using var program = await listener.AcceptSocketAsync(token);
                using var callee = await ConnectAsync(port, token);
                var incoming = new TpduBuffer(2 * CotpDuplex.LongestFrame);
                await callee.SendAsync(CotpOpening.Request.ToFrame(), token);
                await NextAsync(callee, incoming, relay, token);
                await SendAsync(callee, InitSsl.Request, new CotpCut(), token);
                await NextAsync(callee, incoming, relay, token);
                await PumpAsync(callee, incoming, program, cut, relay, token);
            }
        );

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        try
        {
            await _running;
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // One side has ended.
        }

        _stop.Dispose();
    }

    private static async Task<Socket> ConnectAsync(int port, CancellationToken token)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port, token);
        return socket;
    }

    private static async Task PumpAsync(
        Socket cotp,
        TpduBuffer incoming,
        Socket plain,
        CotpCut cut,
        CotpRelay relay,
        CancellationToken token
    )
    {
        var up = Task.Run(
            async () =>
            {
                for (
                    var body = await NextAsync(cotp, incoming, relay, token);
                    body.Length > 0;
                    body = await NextAsync(cotp, incoming, relay, token)
                )
                    await plain.SendAsync(body, token);
                plain.Shutdown(SocketShutdown.Send);
            },
            token
        );
        var buffer = new byte[4096];
        for (var n = await plain.ReceiveAsync(buffer, token); n > 0; n = await plain.ReceiveAsync(buffer, token))
        {
            relay.Passed.Writer.TryWrite(n);
            await SendAsync(cotp, buffer.AsMemory(0, n), cut, token);
        }

        cotp.Shutdown(SocketShutdown.Send);
        await up;
    }

    private static async Task<ReadOnlyMemory<byte>> NextAsync(Socket socket, TpduBuffer incoming, CotpRelay relay, CancellationToken token)
    {
        while (true)
        {
            if (incoming.TryTake(CotpDuplex.LongestFrame, out var type, out var tpdu))
            {
                var body = type == CotpType.Data ? tpdu[Cotp.DataHeaderLength..] : tpdu;
                relay.Frames.Add(body.Length + Cotp.FrameOverhead);
                return body;
            }

            var received = await socket.ReceiveAsync(incoming.Free(), token);
            if (received == 0)
                return default;
            incoming.Advance(received);
        }
    }

    private static async Task SendAsync(Socket socket, ReadOnlyMemory<byte> bytes, CotpCut cut, CancellationToken token)
    {
        while (bytes.Length > 0)
        {
            var piece = bytes[..Math.Min(cut.Cut, bytes.Length)];
            bytes = bytes[piece.Length..];
            if (cut.Empty)
                await socket.SendAsync(new byte[] { 3, 0, 0, 7, 2, 0xF0, 0x80 }, token);
            var frame = new byte[Cotp.FrameOverhead + piece.Length];
            Cotp.WriteDataHeader(frame, piece.Length, last: true);
            piece.CopyTo(frame.AsMemory(Cotp.FrameOverhead));
            await socket.SendAsync(frame, token);
        }
    }
}
